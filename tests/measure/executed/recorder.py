"""Records each attention: its queries, keys, scores and mask, and the functions that rotated them."""

import functools
import inspect
import re
import sys

import torch
from torch import nn
from torch.utils._pytree import tree_leaves
from transformers import modeling_utils
from transformers.integrations.sdpa_attention import sdpa_attention_forward
from weightless import Weightless, is_meta, is_tensor

MOST_SCORES = 40_000_000
MOST_COPIED = 4_000_000
ATTENTION = re.compile(r"Attention|Attn|Mixer|SelfAtt|Fourier")
ROTATING = re.compile(r"apply_?.*rot|rotary.*apply")

recorder = None


class TooLarge(Exception):
    """A class multiplies too many queries and keys itself."""


class Recorder:
    def __init__(self, model, light):
        self.light = light  # without queries and keys, for many tokens
        self.calls, self.lookups, self.rotations, self.products, self.stack = [], [], [], [], []
        self.pending = None
        self.inside = False
        self.names = {id(module): name for name, module in model.named_modules()}
        self.weights = {id(weight): name for name, weight in model.named_parameters(remove_duplicate=False)}

    def add(self, module, **call):
        if module is None:
            module = next((m for m in reversed(self.stack) if ATTENTION.search(type(m).__name__)), (self.stack or [None])[-1])
        rotations, self.rotations = self.rotations, []
        call = {"name": self.name_of(module), "module": module, "rotations": rotations, **call}
        self.calls.append(call)
        return call

    def name_of(self, module):
        """The path of an attention. One that several layers share gets the number of the layer that called it."""
        name = self.names.get(id(module), "?")
        inside = (self.names.get(id(outer), "") for outer in self.stack)
        layer = next((outer for outer in inside if re.search(r"(^|\.)\d+$", outer)), None)
        return name if layer is None or name == layer or name.startswith(f"{layer}.") else f"{layer}.shared"

    def embedding(self, args, kwargs):
        ids, table = (*args, kwargs.get("input"), kwargs.get("weight"))[:2] if len(args) < 2 else args[:2]
        if is_tensor(ids) and not is_meta(ids) and len(self.lookups) < 200:
            self.lookups.append((self.weights.get(id(table), "?"), table, ids.detach().clone()))

    def product(self, name, args, kwargs, out):
        if name == "baddbmm":
            args = args[1:3] if len(args) > 2 else (kwargs["batch1"], kwargs["batch2"])
            out = args[0] @ args[1]
        if out.numel() < MOST_COPIED:  # some classes scale their scores in place
            out = out.clone()
        if not self.light:
            factors = [leaf for leaf in tree_leaves(args) if is_tensor(leaf)]
            self.products = [*self.products[-3:], (name, factors, out)]

    def softmax(self, args):
        scores = args[0]
        if self.pending is not None:
            self.pending["scores"] = scores.detach()
        elif not self.inside and scores.dim() >= 3 and scores.shape[-2] > 1:
            if scores.numel() > MOST_SCORES:
                raise TooLarge
            if self.light:
                self.add(None, scores=scores.detach().reshape(-1, *scores.shape[-2:])[:1].clone())
            else:
                self.own_scores(scores)

    def own_scores(self, scores):
        """A class that multiplies queries and keys itself. A product of another shape may be a bias of theirs."""
        for name, factors, out in sorted(reversed(self.products), key=lambda product: product[2].shape != scores.shape):
            if len(factors) < 2 or out.numel() != scores.numel():
                continue
            query, key = factors[:2]
            if name != "einsum":
                key = key.transpose(-1, -2)
            if query.dim() == 3:
                query, key = query[None], key[None] if key.dim() == 3 else key
            self.add(None, own=True, query=query, key=key, value=None, product=out.reshape(scores.shape), scores=scores)
            return

    def fused(self, query, key, value, attn_mask=None, dropout_p=0.0, is_causal=False, scale=None, **_):
        if not self.inside:
            self.add(None, query=query, key=key, value=value, mask=attn_mask, is_causal=is_causal, scale=scale)


def attention(default, module, query, key, value, attention_mask=None, scaling=None, dropout=0.0, **kwargs):
    """Stands in for an attention function of transformers: records its arguments, then runs it if that is cheap."""
    call = recorder.add(module, query=query, key=key, value=value, mask=attention_mask, scale=scaling, options=kwargs)
    if recorder.light:
        call.update(query=None, key=None, value=None)
    out = None
    if not recorder.light and query.shape[-2] * key.shape[-2] * query.shape[1] < MOST_SCORES:
        recorder.pending, recorder.inside = call, True
        try:
            given = kwargs if scaling is None else {**kwargs, "scaling": scaling}
            out = default(module, query, key, value, attention_mask, dropout=0.0, **given)
        except Exception as error:
            call["failed"] = f"{type(error).__name__}: {error}"[:160]
        finally:
            recorder.pending, recorder.inside = None, False
    if out is not None:
        return out
    batch, heads, queries = query.shape[:3]
    return torch.zeros(batch, queries, heads, value.shape[-1]), torch.zeros(()).expand(batch, heads, queries, key.shape[2])


find = modeling_utils.AttentionInterface.__getitem__
modeling_utils.AttentionInterface.get_interface = lambda self, name, default=None: functools.partial(attention, default)
modeling_utils.AttentionInterface.__getitem__ = lambda self, name: (
    functools.partial(attention, sdpa_attention_forward) if recorder is not None else find(self, name)
)


def watch_rotations(model):
    """Wraps the functions that rotate, to see a factor or a permutation of channels."""
    for name in {type(module).__module__ for module in model.modules()}:
        file = sys.modules.get(name)
        if file is None or "transformers.models" not in name:
            continue
        for word, function in list(vars(file).items()):
            if inspect.isfunction(function) and ROTATING.search(word) and not hasattr(function, "watched"):
                setattr(file, word, watched(function))


def watched(function):
    def rotate(*args, **kwargs):
        out = function(*args, **kwargs)
        if recorder is not None:
            before = [x for x in (*args, *kwargs.values()) if is_tensor(x) and x.dim() >= 3][:2]
            after = [x for x in (out if isinstance(out, tuple) else (out,)) if is_tensor(x)][:2]
            recorder.rotations = [*recorder.rotations[-5:], *zip(before, after)]
        return out

    rotate.watched = True
    return rotate


def record(model, inputs, light=False):
    """Runs a model. Returns what was recorded, and the error that stopped it, if any."""
    global recorder
    recorder = Recorder(model, light)
    enter = nn.modules.module.register_module_forward_pre_hook(lambda module, _: recorder.stack.append(module))
    leave = nn.modules.module.register_module_forward_hook(lambda *_: [recorder.stack.pop()] and None)  # an empty list of modules counts as false
    error = None
    try:
        with Weightless(recorder):
            model(**inputs)
    except TooLarge:
        error = "stopped: too many scores"
    except Exception as failure:
        error = f"{type(failure).__name__}: {failure}"[:160]
    finally:
        enter.remove()
        leave.remove()
        recorded, recorder = recorder, None
    return recorded, error
