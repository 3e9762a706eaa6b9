"""The classes that are measured: their files, rotary modules and rotating functions, and how these are called.

`run` gives what the rotary module makes for a few tokens, and the place of a first token and of those one step away on each
axis. `call` rotates by it.
"""

import sys

import torch

CPU = torch.device("cpu")
# Places of a 2 × 2 × 2 grid, of a 2 × 2 grid, and of a row.
VIDEO, IMAGE, ROW = [0, 4, 2, 1], [0, 2, 1], [0, 1]


def ids(axes):
    """Zeros, then 1 on each axis, for eight tokens."""
    return torch.cat([torch.zeros(1, axes), torch.eye(axes), torch.zeros(7 - axes, axes)])


def by_ids(axes):
    return lambda rope, _: (rope(ids(axes)), list(range(axes + 1)))


def by_batch(axes):
    return lambda rope, _: (rope(ids(axes)[None]), list(range(axes + 1)))


def by_whole(axes):
    return lambda rope, _: (rope(ids(axes).long())[None], list(range(axes + 1)))


def sides(model):
    patch = model.config.patch_size
    return tuple(patch) if isinstance(patch, (list, tuple)) else (model.config.get("patch_size_t") or 1, patch, patch)


def video(rope, model, frames=2, **more):
    t, h, w = sides(model)
    return rope(torch.zeros(1, 1, frames * t, 2 * h, 2 * w), **more), VIDEO


def cosmos(rope, model):
    return video(rope, model, fps=None)


def four_frames(rope, model):
    """ChronoEdit puts the second of two frames elsewhere."""
    return video(rope, model, frames=4)


def image(rope, model):
    _, h, w = sides(model)
    return rope(torch.zeros(1, 1, 2 * h, 2 * w)), IMAGE


def hunyuan_image(rope, model):
    h, w = model.config.patch_size
    return rope(torch.zeros(1, 1, 2 * h, 2 * w)), IMAGE


def framepack(rope, model):
    _, h, w = sides(model)
    return rope(torch.arange(2), 2 * h, 2 * w, CPU), VIDEO


def helios(rope, _):
    return rope(torch.arange(2)[None], 2, 2, "cpu").flatten(2).transpose(1, 2), VIDEO


def anyflow(rope, _):
    return rope._forward_full_frame(2, 2, 2, CPU).reshape(1, 1, 8, -1), VIDEO


def qwen(rope, _):
    return rope([(2, 2, 2)], max_txt_seq_len=1, device=CPU)[0], VIDEO


def joy(_, model):
    return model.get_rotary_pos_embed([2, 2, 2])[0], VIDEO


def joy_plus(_, model):
    made = model._get_rotary_pos_embed_for_range((0, 0, 0), (2, 2, 2))
    return tuple(one[None] for one in made), VIDEO


def lumina(rope, _):
    return rope._get_freqs_cis(ids(3)[None].long()), [0, 1, 2, 3]


def row(rope, _):
    return rope(8, CPU), ROW


def audio(rope, _):
    return rope(torch.zeros(1, 8, 4), 8), ROW


def ace_step(_, model):
    return model_file(model)._ace_step_rotary_freqs(8, model.head_dim, model.rope_theta, CPU, torch.float32), ROW


def by_kind(model):
    """How many layers have a window, and how many have none."""
    windows = [layer.self_attn.sliding_window is not None for layer in model.layers]
    return [sum(windows), len(windows) - sum(windows)]


def keys_around(module, model):
    """Keys that the middle token of 513 sees before and after itself in a layer with a window."""
    width = model.config.sliding_window
    mask = module._create_4d_mask(513, torch.float32, CPU, sliding_window=width, is_sliding_window=True, is_causal=False)
    seen = mask[0, 0, 256] == 0
    return [int(seen[:256].sum()), int(seen[257:].sum())]


def model_file(model):
    return sys.modules[type(model).__module__]


def kandinsky(rope, _):
    return rope((1, 2, 2, 2), [torch.arange(2)] * 3).flatten(1, 3), VIDEO


def kandinsky_text(rope, _):
    return rope(torch.arange(8))[None], ROW


def kandinsky_head(model):
    """Each head is normalised by itself."""
    return len(model.visual_transformer_blocks[0].self_attention.query_norm.weight)


def minimax_refiner(module):
    """The text's own stack, small and with weights."""
    sizes = {"hidden_size": 256, "num_attention_heads": 2, "attention_head_dim": 128, "ffn_dim": 512, "num_layers": 2}
    return module.MiniMaxH3TokenRefiner(**sizes, norm_eps=1e-5, qk_norm_eps=1e-5, final_norm_eps=1e-5)


def plain(rotate, x, rotary):
    return rotate(x, rotary)


def unpacked(rotate, x, rotary):
    return rotate(x, *rotary)


def first_of_two(rotate, x, rotary):
    return rotate(x, x, rotary)[0]


def tokens_first(rotate, x, rotary):
    return rotate(x, rotary, sequence_dim=1)


def halves(rotate, x, rotary):
    return rotate(x, rotary, use_real_unbind_dim=-2)


def halves_of_rows(rotate, x, rotary):
    return rotate(x, rotary, use_real_unbind_dim=-2, sequence_dim=1)


def complex_numbers(rotate, x, rotary):
    return rotate(x, rotary, use_real=False)


def by_hand(rotate, x, rotary):
    """Where the processor itself adds what its function makes."""
    cos, sin = (one.reshape(1, -1, 1, one.shape[-1]) for one in rotary)
    return x * cos + rotate(x) * sin


FLUX = {"apply": "apply_rotary_emb", "call": tokens_first, "run": by_ids(3), "stacks": ["transformer_blocks", "single_transformer_blocks"]}
WAN = {"apply": "apply_rotary_emb", "call": unpacked, "run": video, "stacks": ["blocks"]}
Z = {"apply": "apply_rotary_emb", "call": plain, "run": by_whole(3)}
QWEN = {"call": complex_numbers, "run": qwen, "stacks": ["transformer_blocks"]}
COG = {"apply": "apply_rotary_emb", "call": halves, "order": "heads first", "run": image, "tokens": 4, "stacks": ["transformer_blocks"]}
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
