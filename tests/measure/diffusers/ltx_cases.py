"""LTX-Video and LTX-2, whose pairs go through all heads: as `cases.py`, with the number of axes and the heads of a stream."""

from cases import case


def heads_of(kind):
    return lambda config: (config[f"{kind}num_attention_heads"], config[f"{kind}attention_head_dim"])


LTX2 = {"run": lambda rope, at: rope(at), "apply": "apply_interleaved_rotary_emb"}
LINEAR = [
    case(
        *({}, "transformer_ltx", "LTXVideoTransformer3DModel", "LTXVideoRotaryPosEmbed"),
        **{"kind": "all", "axes": 3, "heads": heads_of(""), "apply": "apply_rotary_emb"},
        run=lambda rope, at: rope(at, video_coords=at),
    ),
    case(
        *(LTX2, "transformer_ltx2", "LTX2VideoTransformer3DModel", "LTX2AudioVideoRotaryPosEmbed"),
        **{"kind": "video", "axes": 3, "heads": heads_of("")},
    ),
    case(
        *(LTX2, "transformer_ltx2", "LTX2VideoTransformer3DModel", "LTX2AudioVideoRotaryPosEmbed"),
        **{"kind": "audio", "axes": 1, "heads": heads_of("audio_"), "which": 1},
    ),
]
