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
FluxTransformer2DModel adjacent heads=24 head=128 widths=16,56,56@axes_dims_rope stacks=num_layers:19:double,num_single_layers:38:single ids=flux sees=both
Flux2Transformer2DModel adjacent heads=48 head=128 theta=2000 widths=32,32,32,32@axes_dims_rope stacks=num_layers:8:double,num_single_layers:48:single ids=flux-2 sees=both
ChromaTransformer2DModel adjacent heads=24 head=128 widths=16,56,56@axes_dims_rope stacks=num_layers:19:double,num_single_layers:38:single ids=flux sees=both
BriaTransformer2DModel adjacent heads=24 head=128 widths=16,56,56@axes_dims_rope stacks=num_layers:19:double,num_single_layers:38:single ids=flux sees=both
QwenImageTransformer2DModel adjacent heads=24 head=128 layers=60 widths=16,56,56@axes_dims_rope refuses=use_layer3d_rope ids=qwen-image sees=both
WanTransformer3DModel adjacent heads=40 head=128 layers=40 widths=sixths ids=wan sees=both
CosmosTransformer3DModel halves heads=32 head=128 layers=28 widths=sixths growth=rope_scale:2,1,1 sees=both
LTXVideoTransformer3DModel adjacent heads=32 head=64 layers=28 beyond=linear sees=both
HunyuanVideoTransformer3DModel adjacent heads=24 head=128 theta=256 widths=16,56,56@rope_axes_dim stacks=num_layers:20:double,num_single_layers:40:single ids=hunyuan-video sees=both
HunyuanVideo15Transformer3DModel adjacent heads=16 head=128 layers=54 theta=256 widths=16,56,56@rope_axes_dim ids=hunyuan-video sees=both
HunyuanImageTransformer2DModel adjacent heads=28 head=128 theta=256 widths=64,64@rope_axes_dim stacks=num_layers:20:double,num_single_layers:40:single ids=hunyuan-image sees=both
ZImageTransformer2DModel adjacent hidden=3840 heads=30 theta=256 widths=32,48,48@axes_dims stacks=n_refiner_layers:2:noise_refiner,n_refiner_layers:2:context_refiner,n_layers:30:joint ids=z-image sees=both
Lumina2Transformer2DModel adjacent hidden=2304 heads=24 widths=32,32,32@axes_dim_rope stacks=num_refiner_layers:2:context_refiner,num_refiner_layers:2:noise_refiner,num_layers:26:joint ids=lumina-2 sees=both
HiDreamImageTransformer2DModel adjacent heads=20 head=128 widths=@axes_dims_rope stacks=num_layers:16:double,num_single_layers:32:single ids=hidream sees=both
ErnieImageTransformer2DModel adjacent hidden=3072 heads=24 layers=24 theta=256 widths=32,48,48@rope_axes_dim beyond=tiled sees=both
`;
