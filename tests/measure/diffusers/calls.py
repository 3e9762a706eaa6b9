"""How rotary modules and rotating functions are called.

The first functions give what a rotary module makes for a few tokens, and the place of a first token and of those one step away on
each axis; the last ones rotate by it.
"""

import sys

import torch
from diffusers.models import embeddings
from diffusers.models.attention_processor import StableAudioAttnProcessor2_0

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


def eighths(_, model):
    """What the pipelines of CogVideoX make for a grid of 2 × 2 × 2."""
    return embeddings.get_3d_rotary_pos_embed(model.config.attention_head_dim, None, (2, 2), 2, grid_type="slice", max_size=(2, 2)), VIDEO


def easy_animate(rope, _):
    """Other grids than 30 × 45 are stretched to it."""
    return rope(torch.zeros(1, 1, 2, 60, 90)), [0, 30 * 45, 45, 1]


def hunyuan_dit(_, model):
    """What its pipeline makes for a grid of 2 × 2."""
    return embeddings.get_2d_rotary_pos_embed(model.inner_dim // model.num_heads, ((0, 0), (2, 2)), (2, 2)), IMAGE


def stable_audio(_, model):
    return embeddings.get_1d_rotary_pos_embed(model.config.attention_head_dim // 2, 8, use_real=True, repeat_interleave_real=False), ROW


def first_half(rotate, x, rotary):
    """The processor's own function, which leaves the channels that come after the table's."""
    return StableAudioAttnProcessor2_0().apply_partial_rotary_emb(x, rotary)


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
