"""An engine in NumPy with planted faults: `planted.py FOLDER…` runs each folder's probe with no fault and with each fault of its config.

For a fault and a precision it writes FAULT.PRECISION.f32: after each token of the prompt the logits of the marks, of the name and of the
token whose logit is 0, float32, row by row. The other tokens' logits are 0. It shares no code with posenc.
"""

import json
import sys
from pathlib import Path

import numpy as np

BFLOAT16_DROPS = 16


def bfloat16(x):
    words = np.ascontiguousarray(x, np.float32).view(np.uint32).astype(np.uint64)
    words += (1 << (BFLOAT16_DROPS - 1)) - 1 + ((words >> BFLOAT16_DROPS) & 1)
    return (words >> BFLOAT16_DROPS << BFLOAT16_DROPS).astype(np.uint32).view(np.float32)


def float32(x):
    return np.asarray(x, np.float32)


def float16(x):
    return float32(np.asarray(x, np.float16))


# What results of operations are rounded to, and what keys and values are rounded to in the cache.
PRECISIONS = {"float32": (float32, float32), "float16-cache": (float32, float16), "bfloat16": (bfloat16, bfloat16)}


def tensors_of(path):
    data = path.read_bytes()
    length = int.from_bytes(data[:8], "little")
    header = json.loads(data[8 : 8 + length])
    values = lambda at: np.frombuffer(data[8 + length + at[0] : 8 + length + at[1]], np.float32)
    return {name: values(each["data_offsets"]).reshape(each["shape"]) for name, each in header.items() if name != "__metadata__"}


def powers(base, width, pairs=None):
    return base ** (-2 * np.arange(pairs or width // 2) / width)


def frequencies_of(rule, base, width):
    """Frequencies and attention factor by the papers' formulas."""
    plain, kind = powers(base, width), rule.get("rope_type", "default")
    if kind == "linear":
        return plain / rule["factor"], 1
    if kind == "llama3":
        low, high = rule["low_freq_factor"], rule["high_freq_factor"]
        turns = rule["original_max_position_embeddings"] * plain / (2 * np.pi)
        kept = np.clip((turns - low) / (high - low), 0, 1)
        return plain / rule["factor"] * (1 - kept) + plain * kept, 1
    if kind == "yarn":
        at = lambda turns: width * np.log(rule["original_max_position_embeddings"] / (2 * np.pi * turns)) / (2 * np.log(base))
        low, high = max(np.floor(at(32)), 0), min(np.ceil(at(1)), width - 1)
        stretched = np.clip((np.arange(width // 2) - low) / max(high - low, 0.001), 0, 1)
        return plain / rule["factor"] * stretched + plain * (1 - stretched), 0.1 * np.log(rule["factor"]) + 1
    return plain, 1


def layers_of(config):
    """What a right engine does in each layer."""
    width, rotating = config["head_dim"], config.get("no_rope_layers", [1] * config["num_hidden_layers"])
    frequencies, factor = frequencies_of(config.get("rope_scaling") or {}, config["rope_theta"], width)
    own = {"pairing": "halves", "factor": factor, "scale": width**-0.5, "window": config.get("sliding_window"), "sink": None}
    own["positions"] = lambda t, is_query: t
    return [{**own, "frequencies": frequencies if turns else np.zeros(0)} for turns in rotating]


def rotated(x, layer, positions, rounded):
    count = len(layer["frequencies"])
    angles = positions[:, None, None] * layer["frequencies"]
    c, s = rounded(layer["factor"] * np.cos(angles)), rounded(layer["factor"] * np.sin(angles))
    i = np.arange(count)
    a, b = (i, i + count) if layer["pairing"] == "halves" else (2 * i, 2 * i + 1)
    out = x.copy()
    out[..., a], out[..., b] = rounded(x[..., a] * c - x[..., b] * s), rounded(x[..., b] * c + x[..., a] * s)
    return out


def attention(h, weights, layer, heads, rounded, cached):
    """The output of the layer's heads for the inputs h (tokens, hidden)."""
    count, hidden = h.shape
    normed = lambda x, w: rounded(x / np.sqrt((x**2).mean(-1, keepdims=True) + 1e-6) * w)
    project = lambda name: rounded(h @ weights[f"{name}_proj.weight"].T).reshape(count, heads, hidden // heads)
    q, k, v = project("q"), project("k"), project("v")
    if "q_norm.weight" in weights:
        q, k = normed(q, weights["q_norm.weight"]), normed(k, weights["k_norm.weight"])
    t = np.arange(count)
    q = rotated(q, layer, layer["positions"](t, True), rounded)
    k = cached(rotated(k, layer, layer["positions"](t, False), rounded))
    scores = np.einsum("qhc,khc->hqk", q, k, dtype=np.float32) * np.float32(layer["scale"])
    distance = t[:, None] - t
    scores[:, (distance < 0) | (distance >= (layer["window"] or count))] = -np.inf
    shares = np.exp(scores)
    total = shares.sum(-1, keepdims=True) + (0 if layer["sink"] is None else np.exp(layer["sink"]))
    out = rounded(np.einsum("hqk,khc->qhc", rounded(shares / total), cached(v), dtype=np.float32))
    return rounded(out.reshape(count, hidden) @ weights["o_proj.weight"].T)


def logits_of(tensors, plan, layers, heads, precision):
    rounded, cached = PRECISIONS[precision]
    normed = lambda x, w: rounded(x / np.sqrt((x**2).mean(-1, keepdims=True) + 1e-6) * w)
    x = tensors["model.embed_tokens.weight"][plan["prompt"]]
    for number, layer in enumerate(layers):
        start = f"model.layers.{number}."
        inside = f"{start}self_attn."
        weights = {name.removeprefix(inside): value for name, value in tensors.items() if name.startswith(inside)}
        h = normed(x, tensors[f"{start}input_layernorm.weight"])
        x = rounded(x + attention(h, weights, layer, heads, rounded, cached))
    return rounded(normed(x, tensors["model.norm.weight"]) @ tensors["lm_head.weight"].T)


def every(**change):
    return lambda layers: [{**layer, **change} for layer in layers]


def faster(times):
    return lambda layers: [{**layer, "frequencies": layer["frequencies"] * times} for layer in layers]


def everywhere(layers):
    return [{**layer, "frequencies": layers[0]["frequencies"]} for layer in layers]


def twice(layers):
    return [{**layer, "factor": layer["factor"] ** 2} for layer in layers]


def bases(*values):
    return {f"base {value}": every(frequencies=powers(value, 16)) for value in values}


COMMON = {
    "interleaved pairs": every(pairing="interleaved"),
    "the other direction": faster(-1),
    "no rotation": every(frequencies=np.zeros(0)),
}
# The faults of each config.
FAULTS = {
    "llama": {
        **COMMON,
        **bases(500000, 1000000, 100, 10500),
        "half of the head": every(frequencies=powers(10000, 8)),
        "a quarter of the head": every(frequencies=powers(10000, 4)),
        "exponent i/d": every(frequencies=powers(10000, 32, 8)),
        "scores by 1/d": every(scale=1 / 16),
        "a window that is not there": every(window=32),
        "a sink": every(sink=3),
        "positions that stop at 32": every(positions=lambda t, is_query: np.minimum(t, 32)),
        "keys that are not rotated": every(positions=lambda t, is_query: t if is_query else 0 * t),
    },
    "linear": {"no rule": faster(4), "the rule twice": faster(1 / 4), "factor 2": faster(2)},
    "llama3": {**COMMON, "no rule": every(frequencies=powers(10000, 16))},
    "yarn": {
        **COMMON,
        "no rule": every(frequencies=powers(10000, 16)),
        "no attention factor": every(factor=1),
        "the attention factor twice": twice,
        "scores not scaled": every(scale=1),
    },
    "mistral": {"interleaved pairs": COMMON["interleaved pairs"], "no window": every(window=None), "a window one longer": every(window=25)},
    "smollm3": {"rotation in each layer": everywhere, "layers in another order": lambda layers: layers[::-1]},
}


def main():
    for folder in map(Path, sys.argv[1:]):
        plan, config = (json.loads((folder / name).read_text()) for name in ("probe.json", "config.json"))
        tensors = tensors_of(folder / "model.safetensors")
        for fault, change in {"none": lambda layers: layers, **FAULTS[folder.name]}.items():
            for precision in PRECISIONS:
                layers = change(layers_of(plan["config"]))
                rows = logits_of(tensors, plan, layers, config["num_attention_heads"], precision)
                name = f"{fault.replace('/', ' by ')}.{precision}.f32"
                # The marks after key tokens are not read.
                rows[: plan["headDim"], : (plan["layers"] + 1) * (plan["headDim"] + 1)] = 0
                rows[:, plan["headDim"] + 1 :].astype(np.float32).tofile(folder / name)
            print(folder.name, fault, flush=True)


main()
