"""Runs a model at its real size without weights.

Weights of linear layers, convolutions and large tables stay on torch's meta device. A function with such an argument returns
one fixed vector for all positions, so queries and keys differ between positions only where the model rotates or scales them.
"""

import contextlib

import numpy as np
import torch
from torch import nn
from torch.overrides import TorchFunctionMode
from torch.utils._pytree import tree_leaves, tree_map

LARGE = 3_000_000  # a tensor with more numbers gets no values
LARGEST_FILLED = 60_000_000  # masks and tables of sines are filled up to this size
PROJECTIONS = (nn.Linear, nn.Conv1d, nn.Conv2d, nn.Conv3d, nn.ConvTranspose1d, nn.ConvTranspose2d)
SHAPES = {"__get__", "__set__", "size", "dim", "stride"}
RANDOM = {"empty", "rand", "randn"}
FILLED = {"zeros", "ones"}
# Functions whose result is a Python value: they need numbers.
VALUES = {"item", "tolist", "__bool__", "__int__", "__float__", "__index__", "numpy", "__contains__", "equal", "allclose"}

building = False
vectors = {}
register = nn.Module.register_parameter


def is_tensor(value):
    return isinstance(value, torch.Tensor)


def is_meta(tensor):
    return tensor.device.type == "meta"


def fixed(width):
    """A vector without zeros, the same for each width."""
    if width not in vectors:
        random = np.random.default_rng(width * 7919 + 13)
        values = random.uniform(0.5, 1.5, width) * random.choice([-1, 1], width)
        vectors[width] = torch.tensor(values, dtype=torch.float32)
    return vectors[width]


def register_without_values(module, name, parameter):
    if building and parameter is not None and not is_meta(parameter):
        projects = isinstance(module, PROJECTIONS) or type(module).__name__.startswith("Conv1D")
        if projects or parameter.numel() > LARGE:
            with torch._C.DisableTorchFunction():
                empty = torch.empty(parameter.shape, dtype=parameter.dtype, device="meta")
                parameter = nn.Parameter(empty, requires_grad=False)
    register(module, name, parameter)


nn.Module.register_parameter = register_without_values


@contextlib.contextmanager
def construction():
    """Inside it, modules get weights without values."""
    global building
    building = True
    try:
        with Weightless():
            yield
    finally:
        building = False


def stand_in(value, axis):
    """A tensor of the shape of a meta tensor, with the fixed vector along an axis."""
    if not is_tensor(value):
        return value
    if not value.is_floating_point() or value.dim() == 0 or value.numel() == 0:
        return torch.zeros(value.shape, dtype=value.dtype)
    along = 1 if axis == 1 and value.dim() > 1 else -1
    vector = fixed(value.shape[along]).to(value.dtype)
    if along == 1:
        vector = vector.reshape(1, -1, *([1] * (value.dim() - 2)))
    whole = vector.expand(value.shape)
    return whole.contiguous() if value.numel() < LARGEST_FILLED else whole


def count(args):
    sizes = args[0] if args and isinstance(args[0], (tuple, list, torch.Size)) else args
    return int(np.prod([int(size) for size in sizes if isinstance(size, (int, np.integer))] or [1]))


class Weightless(TorchFunctionMode):
    """Gives results to functions whose arguments have no values; a recorder sees products and softmaxes."""

    def __init__(self, recorder=None):
        super().__init__()
        self.recorder = recorder

    def __torch_function__(self, func, types, args=(), kwargs=None):
        kwargs, name = dict(kwargs or {}), getattr(func, "__name__", "")
        if name in SHAPES:
            return func(*args, **kwargs)
        if str(kwargs.get("device", "")).startswith("meta"):
            kwargs["device"] = "cpu"
        if name == "to" and len(args) > 1 and str(args[1]) == "meta":
            args = (args[0], "cpu", *args[2:])
        if name == "to" and is_meta(args[0]):
            kwargs.pop("device", None)
        if building and name in RANDOM | FILLED and kwargs.get("device") is None:
            if count(args) > (LARGE if name in RANDOM else LARGEST_FILLED):
                return func(*args, **{**kwargs, "device": "meta"})
        filled = args[0] if args else kwargs.get("tensor")
        if building and name.endswith("_") and not name.startswith("__") and is_tensor(filled) and is_meta(filled):
            return filled  # an initialisation in place
        if "grouped_mm" in name:
            return fixed(args[1].shape[-1]).expand(args[0].shape[0], -1).clone().to(args[0].dtype)
        if name == "embedding" and self.recorder:
            self.recorder.embedding(args, kwargs)
        flat = not kwargs and not any(isinstance(value, (tuple, list, dict)) for value in args)
        leaves = [leaf for leaf in (args if flat else tree_leaves((args, kwargs))) if is_tensor(leaf)]
        metas = sum(is_meta(leaf) for leaf in leaves)
        if metas == 0:
            return self.seen(func, name, args, kwargs)
        if metas == len(leaves) and name not in VALUES:
            return func(*args, **kwargs)
        return self.guessed(func, name, args, kwargs)

    def seen(self, func, name, args, kwargs):
        if self.recorder is None:
            return func(*args, **kwargs)
        if name == "softmax":
            self.recorder.softmax(args)
        if name == "scaled_dot_product_attention":
            self.recorder.fused(*args, **kwargs)
        out = func(*args, **kwargs)
        if name in ("matmul", "bmm", "einsum", "__matmul__", "baddbmm") and is_tensor(out) and out.dim() >= 3:
            self.recorder.product(name, args, kwargs, out)
        return out

    def guessed(self, func, name, args, kwargs):
        with torch._C.DisableTorchFunction():
            args, kwargs = tree_map(lambda x: x.to("meta") if is_tensor(x) and x.dim() and not is_meta(x) else x, (args, kwargs))
        out = func(*args, **kwargs)
        return tree_map(lambda x: stand_in(x, 1 if "conv" in name else -1), out)
