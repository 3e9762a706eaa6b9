"""Runs the rotary modules of transformers or mlx-lm by themselves, in models that were loaded from folders of probes.

rope_modules.py ENGINE FOLDER... prints a line of JSON for each folder: its name, and for each layer that rotates the frequency of
each pair in radians per position and the factor of cosines and sines; or the engine's own error.
"""

import inspect
import json
import sys
from pathlib import Path

import numpy as np

# Far enough for the slowest pair, and near enough that the angle of position 1 tells the turns.
FAR = 1000


def tokens_of(folder):
    """The length of the probe's prompt: some rules follow it."""
    return len(json.loads((folder / "probe.json").read_text())["prompt"])


def frequencies_of(near, far, position):
    """From cosines and sines of position 1 and a far one: the first has the turns, the second the digits."""
    angle = np.arctan2(near[1], near[0])
    rest = np.arctan2(far[1], far[0])
    turns = np.round((angle * position - rest) / (2 * np.pi))
    return (rest + 2 * np.pi * turns) / position


def rounded(values):
    return [float(f"{value:.7g}") for value in values]


def of_transformers(folder):
    import torch
    from transformers import AutoModelForCausalLM

    model = AutoModelForCausalLM.from_pretrained(folder, dtype=torch.float32).model
    module = model.rotary_emb
    takes_type = "layer_type" in inspect.signature(module.forward).parameters
    kinds = getattr(model.config, "layer_types", None) or ["all"] * len(model.layers)

    last = tokens_of(folder) - 1
    position = min(FAR, last)
    ids = torch.tensor([[1, position, last]])
    found = []
    for layer, kind in enumerate(kinds):
        cos, sin = module(torch.zeros(1, 1, 1), ids, *((kind,) if takes_type else ()))
        near, far = [[np.asarray(wave[0, at], np.float64) for wave in (cos, sin)] for at in (0, 1)]
        half = len(near[0]) // 2
        # Most classes have each pair twice: one half after the other, or side by side.
        twice = [slice(0, half), slice(half, None)], [slice(0, None, 2), slice(1, None, 2)]
        own = next((a for a, b in twice if np.array_equal(near[1][a], near[1][b])), slice(None))
        near, far = [w[own] for w in near], [w[own] for w in far]
        found.append({"layer": layer, "frequencies": rounded(frequencies_of(near, far, position)), "factor": rounded([np.hypot(*near)[0]])[0]})
    return found


def of_mlx(folder):
    import mlx.core as mx
    from mlx_lm.utils import load_model

    mx.set_default_device(mx.cpu)
    model, _ = load_model(folder)
    config = json.loads((folder / "config.json").read_text())
    tokens = tokens_of(folder)
    position = min(FAR, tokens - 1)
    width = config.get("head_dim") or config["hidden_size"] // config["num_attention_heads"]
    found = []
    for layer, block in enumerate(model.layers):
        modules = [m for name, m in block.named_modules() if name.split(".")[-1] in ("rope", "rotary_emb")]
        if not modules:
            continue
        # Each channel by itself: a head with a 1 there and 0 elsewhere, at all positions of the text.
        unit = mx.broadcast_to(mx.eye(width)[None, :, None, :], (1, width, tokens, width))
        turned = modules[0](unit)
        near, far = [np.asarray(turned[0, :, p, :], np.float64) for p in (1, position)]
        partner = [max((j for j in range(width) if j != i), key=lambda j: abs(near[i, j])) for i in range(width)]
        pairs = [(i, j) for i, j in enumerate(partner) if i < j and abs(near[i, j]) + abs(far[i, j]) > 0]
        waves = [[np.array([m[i, i] for i, _ in pairs]), np.array([m[i, j] for i, j in pairs])] for m in (near, far)]
        if pairs:
            factor = np.hypot(*waves[0])[0]
            found.append({"layer": layer, "frequencies": rounded(frequencies_of(*waves, position)), "factor": rounded([factor])[0]})
    return found


if __name__ == "__main__":
    engine, *folders = sys.argv[1:]
    for folder in map(Path, folders):
        try:
            print(json.dumps({"name": folder.name, "layers": {"transformers": of_transformers, "mlx": of_mlx}[engine](folder)}), flush=True)
        except Exception as error:  # an engine's own error is an answer, too
            print(json.dumps({"name": folder.name, "error": f"{type(error).__name__}: {str(error).strip().splitlines()[-1][:200]}"}), flush=True)
