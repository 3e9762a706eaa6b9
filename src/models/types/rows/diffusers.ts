/**
 * Transformers of diffusion models, by `_class_name`; the words are those of rotary.ts.
 *
 *   widths                       channels of each axis and the field that has them; sixths: a third of the head for rows and for
 *                                columns, rounded down to pairs, and the rest for time
 *   stacks                       fields with the numbers of layers, their defaults and their kinds
 *   growth                       a field with a factor s for each axis and its default: the base times s^(d/(d − 2)) for d channels
 *   refuses                      a field that changes the rule if it is true
 *
 * Source: huggingface/diffusers, src/diffusers/models/transformers, at 58eb52c0803ea9af3abec60841c2a093bdf1f951: the arguments
 * of each class, and its function that rotates.
 */
export const diffusers = `
interleaved sees=both 2304,24 widths=32,32,32@axes_dim_rope stacks=num_refiner_layers:2:context_refiner,num_refiner_layers:2:noise_refiner,num_layers:26:joint ids=lumina-2: Lumina2Transformer2DModel
interleaved sees=both 3072,24,24 theta=256 widths=32,48,48@rope_axes_dim beyond=tiled: ErnieImageTransformer2DModel
interleaved sees=both 3840,30 theta=256 widths=32,48,48@axes_dims stacks=n_refiner_layers:2:noise_refiner,n_refiner_layers:2:context_refiner,n_layers:30:joint ids=z-image: ZImageTransformer2DModel
interleaved sees=both heads=16 head=128 layers=54 theta=256 widths=16,56,56@rope_axes_dim ids=hunyuan-video: HunyuanVideo15Transformer3DModel
interleaved sees=both heads=20 head=128 widths=@axes_dims_rope stacks=num_layers:16:double,num_single_layers:32:single ids=hidream: HiDreamImageTransformer2DModel
interleaved sees=both heads=24 head=128 layers=60 widths=16,56,56@axes_dims_rope refuses=use_layer3d_rope ids=qwen-image: QwenImageTransformer2DModel
interleaved sees=both heads=24 head=128 theta=256 widths=16,56,56@rope_axes_dim stacks=num_layers:20:double,num_single_layers:40:single ids=hunyuan-video: HunyuanVideoTransformer3DModel
interleaved sees=both heads=24 head=128 widths=16,56,56@axes_dims_rope stacks=num_layers:19:double,num_single_layers:38:single ids=flux:
 FluxTransformer2DModel ChromaTransformer2DModel BriaTransformer2DModel
interleaved sees=both heads=28 head=128 theta=256 widths=64,64@rope_axes_dim stacks=num_layers:20:double,num_single_layers:40:single ids=hunyuan-image: HunyuanImageTransformer2DModel
interleaved sees=both heads=32 head=64 layers=28 beyond=linear: LTXVideoTransformer3DModel
interleaved sees=both heads=40 head=128 layers=40 widths=sixths ids=wan: WanTransformer3DModel
interleaved sees=both heads=48 head=128 theta=2000 widths=32,32,32,32@axes_dims_rope stacks=num_layers:8:double,num_single_layers:48:single ids=flux-2: Flux2Transformer2DModel
halves sees=both heads=32 head=128 layers=28 widths=sixths growth=rope_scale:2,1,1: CosmosTransformer3DModel
`;
