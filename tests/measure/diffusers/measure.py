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
from ltx_cases import LINEAR

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
    # Kandinsky rounds what it rotates to bfloat16, which is too short for angles: its text runs with float32 there.
    names = {**vars(module), "torch": Wide()}
    exec(textwrap.dedent(ast.get_source_segment(source, found[0], padded=True)), names)
    return names[name]


class Wide:
    """PyTorch, with float32 in the place of bfloat16."""

    bfloat16 = torch.float32

    def __getattr__(self, name):
        return getattr(torch, name)


class Recorded:
    """Notes the arguments of a class each time that a model makes one."""

    def __init__(self, cls):
        self.cls, self.made, self.init = cls, [], cls.__init__

    def __enter__(self):
        def init(made, *args, **kwargs):
            self.made.append((args, kwargs))
            self.init(made, *args, **kwargs)

        self.cls.__init__ = init
        return self

    def __exit__(self, *_):
        self.cls.__init__ = self.init

    def again(self, which=0):
        args, kwargs = self.made[which]
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
    return made, recorded.again(case.get("which", 0))


def measure(case):
    model, _ = model_of({**case, "rope": None})
    layers = [number for name in case["stacks"] for number in (name(model) if callable(name) else counts(getattr(model, name)))]
    facts = {"layers": layers}
    if "each" in case:
        facts["stacks"] = [None if one is None else rotation({**case, **one}) for one in case["each"]]
    else:
        facts = {**rotation(case), **facts}
    if "unrotated" in case and sees_order(case["unrotated"](module_of(case["file"]))):
        raise ValueError(f"{case['class']}: the stack without a rotation knows the order of its tokens")
    if "window" in case:
        facts["window"] = case["window"](module_of(case["file"]), model)
    return {"config": {"_class_name": case["class"], **case.get("config", {})}, "file": case["file"], "facts": facts}


def rotation(case):
    """The width of a head, and the pairs that turn for a step on each axis."""
    model, rope = model_of(case)
    width = case.get("width", lambda model: width_of(model.config))(model)
    rotary, places = case["run"](rope, model)
    rotate = function_of(module_of(case.get("apply_file", case["file"])), case["apply"])
    images = [image(case, rotate, rotary, width, place) for place in places]
    return {"headDim": width, "axes": [pairs_of(images[0], moved) for moved in images[1:]]}


def sees_order(stack):
    """Whether the results change by more than rounding, beyond their order, if the tokens change places."""
    torch.manual_seed(0)
    tokens, order = torch.randn(1, 8, 256), torch.randperm(8)
    with torch.no_grad():
        return (stack(tokens[:, order]) - stack(tokens)[:, order]).abs().max() > 1e-5


STEP = 2.0**-13


def linear(case):
    """LTX's angles, whose pairs go through all heads: radians for a coordinate from -1 to 1, by a step that float32 has exactly."""
    model, rope = model_of(case)
    heads, width = case["heads"](model.config)
    sides = [getattr(rope, name) for name in ("base_num_frames", "base_height", "base_width")][: case["axes"]]
    middle = torch.tensor(sides) / 2
    coordinates = middle.repeat(case["axes"] + 1, 1) + torch.cat([torch.zeros(1, case["axes"]), torch.diag(middle * STEP)])
    cos, sin = case["run"](rope, coordinates.T[None])
    rotate, channels = function_of(module_of(case["file"]), case["apply"]), heads * width
    units = torch.eye(channels).split(256)
    rows = [rotate(part[:, None].repeat(1, len(cos[0]), 1), (cos, sin)) for part in units]
    images = [torch.cat([row[:, token] for row in rows]).double() for token in range(case["axes"] + 1)]
    if not images[0].equal(torch.eye(channels).double()):
        raise ValueError(f"{case['class']}: the middle turns")
    axes = [[[*run[:4], *(float(f"{angle / STEP:.6g}") for angle in run[4:])] for run in pairs_of(images[0], moved)] for moved in images[1:]]
    facts = {"heads": heads, "headDim": width, "layers": len(model.transformer_blocks), "axes": axes}
    return {"config": {"_class_name": case["class"]}, "file": case["file"], "kind": case["kind"], "facts": facts}


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
    turn = (moved.T @ still).numpy()  # column a: where channel a goes
    found = []
    for a, column in enumerate(turn.T):
        others = [b for b in (abs(column) > 1e-9).nonzero()[0] if b != a]
        if len(others) > 1:
            raise ValueError(f"channel {a} goes to {others}")
        if others and others[0] > a:
            found.append([a, int(others[0]), float(f"{math.atan2(column[others[0]], column[a]):.6g}")])
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
    about = "rotations of diffusion transformers: for each axis [channel, channel, step, number of pairs, first and last angle of a step]"
    head = {"about": about, "diffusers": diffusers.__version__, "torch": torch.__version__.split("+")[0]}
    lists = [f'"{name}": [\n' + ",\n".join(map(json.dumps, rows)) + "\n]" for name, rows in (("cases", map(measure, CASES)), ("linear", map(linear, LINEAR)))]
    with open(target, "w") as out:
        out.write(json.dumps(head)[:-1] + ", " + ", ".join(lists) + "}\n")


if __name__ == "__main__":
    main(sys.argv[1])
