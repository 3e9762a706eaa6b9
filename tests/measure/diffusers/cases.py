"""The classes that are measured: their files, rotary modules and rotating functions, and how these are called: `run` and `call`."""

from calls import (
    ace_step,
    anyflow,
    audio,
    by_batch,
    by_hand,
    by_ids,
    by_kind,
    by_whole,
    complex_numbers,
    cosmos,
    easy_animate,
    eighths,
    first_half,
    first_of_two,
    four_frames,
    framepack,
    halves,
    halves_of_rows,
    helios,
    hunyuan_dit,
    hunyuan_image,
    image,
    joy,
    joy_plus,
    kandinsky,
    kandinsky_head,
    kandinsky_text,
    keys_around,
    lumina,
    minimax_refiner,
    plain,
    qwen,
    row,
    stable_audio,
    tokens_first,
    unpacked,
    video,
)

FLUX = {"apply": "apply_rotary_emb", "call": tokens_first, "run": by_ids(3), "stacks": ["transformer_blocks", "single_transformer_blocks"]}
WAN = {"apply": "apply_rotary_emb", "call": unpacked, "run": video, "stacks": ["blocks"]}
Z = {"apply": "apply_rotary_emb", "call": plain, "run": by_whole(3)}
QWEN = {"call": complex_numbers, "run": qwen, "stacks": ["transformer_blocks"]}
COG = {"apply": "apply_rotary_emb", "call": halves, "order": "heads first", "run": image, "tokens": 4, "stacks": ["transformer_blocks"]}
COGVIDEO = {"apply": "apply_rotary_emb", "call": plain, "order": "heads first", "run": eighths, "stacks": ["transformer_blocks"]}
KANDINSKY = {
    **{"apply": "apply_rotary", "call": plain, "width": kandinsky_head},
    "stacks": ["text_transformer_blocks", "visual_transformer_blocks"],
    "each": [{"rope": "Kandinsky5RoPE1D", "run": kandinsky_text}, {"rope": "Kandinsky5RoPE3D", "run": kandinsky}],
}
AUDIO = {"call": plain, "stacks": ["transformer_blocks"]}


def case(like, file, name, rope, **more):
    return {**like, "file": file, "class": name, "rope": rope, **more}


CASES = [
    case(FLUX, "transformer_flux", "FluxTransformer2DModel", "FluxPosEmbed"),
    case(FLUX, "transformer_bria", "BriaTransformer2DModel", "BriaEmbedND"),
    case(FLUX, "transformer_bria_fibo", "BriaFiboTransformer2DModel", "BriaFiboEmbedND"),
    case(FLUX, "transformer_chroma", "ChromaTransformer2DModel", "FluxPosEmbed", rope_file="transformer_flux"),
    case(FLUX, "transformer_flux2", "Flux2Transformer2DModel", "Flux2PosEmbed", run=by_ids(4)),
    case(
        *(FLUX, "transformer_flux3", "Flux3Transformer2DModel", "Flux3PosEmbed"),
        run=by_ids(4),
        stacks=["txt_mode_blocks", "mode_blocks", "single_transformer_blocks"],
    ),
    case(FLUX, "transformer_longcat_image", "LongCatImageTransformer2DModel", "LongCatImagePosEmbed"),
    case(FLUX, "transformer_ovis_image", "OvisImageTransformer2DModel", "OvisImagePosEmbed"),
    case(FLUX, "transformer_krea2", "Krea2Transformer2DModel", "Krea2RotaryPosEmbed", stacks=["transformer_blocks"]),
    case(
        *(FLUX, "transformer_hidream_image", "HiDreamImageTransformer2DModel", "HiDreamImageEmbedND"),
        **{"apply": "apply_rope", "call": first_of_two, "run": by_batch(3)},
        stacks=["double_stream_blocks", "single_stream_blocks"],
        config={"axes_dims_rope": [64, 32, 32], "patch_size": 2, "caption_channels": [64, 64], "llama_layers": [0, 1]},
    ),
    case(WAN, "transformer_wan", "WanTransformer3DModel", "WanRotaryPosEmbed"),
    case(
        *(WAN, "transformer_wan_vace", "WanVACETransformer3DModel", "WanRotaryPosEmbed"),
        **{"rope_file": "transformer_wan", "apply_file": "transformer_wan"},
        stacks=["blocks", "vace_blocks"],
    ),
    case(WAN, "transformer_wan_animate", "WanAnimateTransformer3DModel", "WanRotaryPosEmbed"),
    case(WAN, "transformer_chronoedit", "ChronoEditTransformer3DModel", "ChronoEditRotaryPosEmbed", run=four_frames, tokens=16),
    case(WAN, "transformer_skyreels_v2", "SkyReelsV2Transformer3DModel", "SkyReelsV2RotaryPosEmbed"),
    case(
        *(WAN, "transformer_anyflow", "AnyFlowTransformer3DModel", "AnyFlowRotaryPosEmbed"),
        **{"run": anyflow, "call": plain, "order": "heads first"},
    ),
    case(
        *(WAN, "transformer_helios", "HeliosTransformer3DModel", "HeliosRotaryPosEmbed"),
        **{"run": helios, "apply": "apply_rotary_emb_transposed", "call": plain},
    ),
    case(FLUX, "transformer_hunyuan_video", "HunyuanVideoTransformer3DModel", "HunyuanVideoRotaryPosEmbed", run=video),
    case(
        *(FLUX, "transformer_hunyuan_video15", "HunyuanVideo15Transformer3DModel", "HunyuanVideo15RotaryPosEmbed"),
        **{"run": video, "stacks": ["transformer_blocks"]},
    ),
    case(
        *(FLUX, "transformer_hunyuan_video_framepack", "HunyuanVideoFramepackTransformer3DModel"),
        "HunyuanVideoFramepackRotaryPosEmbed",
        run=framepack,
    ),
    case(FLUX, "transformer_motif_video", "MotifVideoTransformer3DModel", "MotifVideoRotaryPosEmbed", run=video),
    case(
        *(FLUX, "transformer_hunyuanimage", "HunyuanImageTransformer2DModel", "HunyuanImageRotaryPosEmbed"),
        **{"run": hunyuan_image, "tokens": 4},
        config={"rope_theta": 256.0, "rope_axes_dim": [64, 64], "patch_size": [1, 1], "num_attention_heads": 28},
    ),
    case(
        *(Z, "transformer_z_image", "ZImageTransformer2DModel", "RopeEmbedder"),
        stacks=["noise_refiner", "context_refiner", "layers"],
    ),
    case(Z, "transformer_bria_fibo2", "BriaFibo2Transformer2DModel", "RopeEmbedder", stacks=["noise_refiner", "layers"]),
    case(
        *(QWEN, "transformer_lumina2", "Lumina2Transformer2DModel", "Lumina2RotaryPosEmbed"),
        **{"apply": "apply_rotary_emb", "run": lumina},
        stacks=["context_refiner", "noise_refiner", "layers"],
    ),
    case(COG, "transformer_cosmos", "CosmosTransformer3DModel", "CosmosRotaryPosEmbed", run=cosmos, tokens=8),
    case(QWEN, "transformer_qwenimage", "QwenImageTransformer2DModel", "QwenEmbedRope", apply="apply_rotary_emb_qwen"),
    case(QWEN, "transformer_nucleusmoe_image", "NucleusMoEImageTransformer2DModel", "NucleusMoEEmbedRope", apply="_apply_rotary_emb_nucleus"),
    case(
        *(QWEN, "transformer_joyimage", "JoyImageEditTransformer3DModel", None),
        **{"apply": "_apply_rotary_emb", "run": joy, "call": first_of_two, "stacks": ["double_blocks"]},
    ),
    case(
        *(QWEN, "transformer_joyimage_edit_plus", "JoyImageEditPlusTransformer3DModel", None),
        **{"apply": "_apply_rotary_emb_batched", "run": joy_plus, "call": first_of_two, "stacks": ["double_blocks"]},
    ),
    case(
        *(QWEN, "transformer_prx", "PRXTransformer2DModel", "PRXEmbedND"),
        **{"apply": "apply_rope", "run": by_batch(2), "call": plain, "order": "heads first", "stacks": ["blocks"]},
    ),
    case(COG, "transformer_glm_image", "GlmImageTransformer2DModel", "GlmImageRotaryPosEmbed"),
    case(COG, "transformer_cogview4", "CogView4Transformer2DModel", "CogView4RotaryPosEmbed", config={"rope_axes_dim": [2, 2]}),
    case(
        *(QWEN, "transformer_ideogram4", "Ideogram4Transformer2DModel", "Ideogram4MRoPE"),
        **{"apply": "_rotate_half", "run": by_batch(3), "call": by_hand, "stacks": ["layers"]},
    ),
    case(
        *(AUDIO, "transformer_longcat_audio_dit", "LongCatAudioDiTTransformer", "AudioDiTRotaryEmbedding"),
        **{"apply": "_apply_rotary_emb", "run": audio, "stacks": ["blocks"]},
    ),
    case(
        *(AUDIO, "transformer_minimax_music3", "MiniMaxMusic3Transformer1DModel", "MiniMaxMusic3RotaryEmbedding"),
        **{"apply": "_apply_partial_rotary_emb", "run": row},
    ),
    case(
        *(COG, "ace_step_transformer", "AceStepTransformer1DModel", None),
        **{"run": ace_step, "call": halves_of_rows, "order": None, "tokens": 8, "stacks": [by_kind], "window": keys_around},
    ),
    case(COGVIDEO, "cogvideox_transformer_3d", "CogVideoXTransformer3DModel", None, config={"use_rotary_positional_embeddings": True}),
    case(COGVIDEO, "consisid_transformer_3d", "ConsisIDTransformer3DModel", None, config={"use_rotary_positional_embeddings": True}),
    case(
        *(COGVIDEO, "transformer_easyanimate", "EasyAnimateTransformer3DModel", "EasyAnimateRotaryPosEmbed"),
        **{"run": easy_animate, "tokens": 2 * 30 * 45, "config": {"patch_size": 2, "in_channels": 16, "out_channels": 16}},
    ),
    case(
        *(COGVIDEO, "hunyuan_transformer_2d", "HunyuanDiT2DModel", None),
        **{"run": hunyuan_dit, "tokens": 4, "stacks": ["blocks"], "config": {"patch_size": 2, "in_channels": 4}},
    ),
    case(COGVIDEO, "stable_audio_transformer", "StableAudioDiTModel", None, run=stable_audio, call=first_half),
    case(KANDINSKY, "transformer_kandinsky", "Kandinsky5Transformer3DModel", None),
    case(
        *(KANDINSKY, "transformer_kandinsky", "Kandinsky5Transformer3DModel", None),
        config={"model_dim": 4096, "num_text_blocks": 4, "num_visual_blocks": 60, "axes_dims": [32, 48, 48]},
    ),
    case(
        *(QWEN, "transformer_minimax_h3", "MiniMaxH3Transformer3DModel", "MiniMaxH3RotaryPosEmbed"),
        **{"apply": "_apply_rotary_emb", "run": by_ids(3), "call": unpacked, "unrotated": minimax_refiner},
        stacks=[lambda model: [len(model.token_refiner.refiner_blocks)], "transformer_blocks"],
        each=[None, {}],
    ),
]
