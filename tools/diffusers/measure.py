"""Measures the rotations of diffusion transformers: runs each class's own rotary module and its own rotating function.

usage: python measure.py FILE        (packages: requirements.txt)

Each head of the queries is a unit vector, so that what comes out for a token is the matrix of its rotation. Models are made
without weights; their rotary module is made again with the same arguments.
"""

import ast
import importlib
import inspect
import json
import math
import sys
import textwrap

import diffusers
import torch
from cases import CASES

PACKAGE = "diffusers.models."


def module_of(name):
    return importlib.import_module(PACKAGE + (name if name == "embeddings" else f"transformers.{name}"))


def function_of(module, name):
    """A function of a module, or the text of one that a method defines, or the one that methods import from `embeddings`."""
    if hasattr(module, name):
        return getattr(module, name)
    source = inspect.getsource(module)
    found = [n for n in ast.walk(ast.parse(source)) if isinstance(n, ast.FunctionDef) and n.name == name]
    if not found:
        return getattr(module_of("embeddings"), name)
    names = dict(vars(module))
    exec(textwrap.dedent(ast.get_source_segment(source, found[0], padded=True)), names)
    return names[name]


class Recorded:
    """Notes the arguments of a class while a model is made."""

    def __init__(self, cls):
        self.cls, self.made, self.init = cls, None, cls.__init__

    def __enter__(self):
        def init(made, *args, **kwargs):
            self.made = self.made or (args, kwargs)
            self.init(made, *args, **kwargs)

        self.cls.__init__ = init
        return self

    def __exit__(self, *_):
        self.cls.__init__ = self.init

    def again(self):
        args, kwargs = self.made
        return self.cls(*args, **kwargs)


def model_of(case):
    """The model without weights, and its rotary module with numbers."""
    module = module_of(case["file"])
    model, config = getattr(module, case["class"]), case.get("config", {})
    if case["rope"] is None:
        with torch.device("meta"):
            return model(**config), None
    with Recorded(getattr(module_of(case.get("rope_file", case["file"])), case["rope"])) as recorded, torch.device("meta"):
        made = model(**config)
    return made, recorded.again()


def measure(case):
    model, rope = model_of(case)
    width = case.get("width") or width_of(model.config)
    rotary, places = case["run"](rope, model)
    rotate = function_of(module_of(case.get("apply_file", case["file"])), case["apply"])
    images = [image(case, rotate, rotary, width, place) for place in places]
    axes = [pairs_of(images[0], moved) for moved in images[1:]]
    layers = [number for name in case["stacks"] for number in counts(getattr(model, name))]
    facts = {"headDim": width, "layers": layers, "axes": axes}
    return {"config": {"_class_name": case["class"], **case.get("config", {})}, "file": case["file"], "facts": facts}


def counts(held):
    return [len(one) for one in held.values()] if isinstance(held, torch.nn.ModuleDict) else [len(held)]


def width_of(config):
    names = [("attention_head_dim", "head_dim"), ("hidden_size", "dim", "embed_dim", "dit_dim"), ("num_attention_heads", "n_heads", "num_heads", "dit_heads")]
    own, hidden, heads = (next((config[name] for name in group if config.get(name)), None) for group in names)
    return own or hidden // heads


def image(case, rotate, rotary, width, token):
    """What becomes of each channel of a token: row a is the image of channel a."""
    units, tokens = torch.eye(width), case.get("tokens", 8)
    by_token = case.get("order") != "heads first"
    x = (units[None, None] if by_token else units[None, :, None]).repeat(1, *((tokens, 1) if by_token else (1, tokens)), 1)
    out = case["call"](rotate, x, rotary)
    return (out[0, token] if by_token else out[0, :, token]).double()


def pairs_of(still, moved):
    """Channels that turn together, with the angle from one token to another; in the order of the channels."""
    turn = moved.T @ still  # column a: where channel a goes
    width, found = len(turn), []
    for a in range(width):
        others = [b for b in range(width) if b != a and abs(turn[b, a]) > 1e-9]
        if len(others) > 1:
            raise ValueError(f"channel {a} goes to {others}")
        if others and others[0] > a:
            found.append([a, others[0], float(f"{math.atan2(turn[others[0], a], turn[a, a]):.6g}")])
    return short(found)


def short(pairs):
    """Runs of pairs with equal steps of channels and angles in a geometric series: first pair, step, number, first and last angle."""
    runs, rest = [], list(pairs)
    while rest:
        n = next((n for n in range(len(rest), 2, -1) if is_run(rest[:n])), 1)
        a, b, first = rest[0]
        runs.append([a, b, rest[1][0] - a if n > 1 else 0, n, first, rest[n - 1][2]])
        rest = rest[n:]
    return runs


def is_run(pairs):
    steps = {(b[0] - a[0], b[1] - a[1]) for a, b in zip(pairs, pairs[1:])}
    first, last, n = pairs[0][2], pairs[-1][2], len(pairs) - 1
    if len(steps) != 1 or len(set(*steps)) != 1 or first * last <= 0:
        return False
    return all(abs(angle / (first * (last / first) ** (i / n)) - 1) < 8e-6 for i, (_, _, angle) in enumerate(pairs))


def main(target):
    cases = [measure(case) for case in CASES]
    about = "rotations of diffusion transformers: for each axis [channel, channel, step, number of pairs, first and last angle of a step]"
    head = {"about": about, "diffusers": diffusers.__version__, "torch": torch.__version__.split("+")[0]}
    with open(target, "w") as out:
        out.write(json.dumps(head)[:-1] + ', "cases": [\n' + ",\n".join(map(json.dumps, cases)) + "\n]}\n")


if __name__ == "__main__":
    main(sys.argv[1])
