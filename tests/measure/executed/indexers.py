"""Measures the indexers of sparse attention in transformers: their rotation, and which layers have one.

usage: python indexers.py FILE

Projections and norms are replaced by the identity, and each token is a unit vector, so that a token's query or key is a column
of the rotation's matrix.
"""

import importlib
import json
import math
import sys

import torch
import transformers
from configs import config_of
from torch import nn
from torch.overrides import TorchFunctionMode

SMALL = {"num_hidden_layers": 6, "hidden_size": 256, "q_lora_rank": 64, "kv_lora_rank": 32, "num_attention_heads": 4}
SMALL |= {"num_key_value_heads": 4, "vocab_size": 64, "intermediate_size": 64, "moe_intermediate_size": 16, "n_routed_experts": 8}
SMALL |= {"num_local_experts": 8, "pad_token_id": None}
YARN = {"rope_type": "yarn", "factor": 40, "original_max_position_embeddings": 4096, "beta_fast": 32, "beta_slow": 1}
YARN |= {"rope_theta": 10000, "mscale": 1.0, "mscale_all_dim": 1.0}
CASES = [
    {"model_type": "deepseek_v32"},
    {"model_type": "deepseek_v32", "rope_parameters": YARN},
    {"model_type": "deepseek_v32", "index_head_dim": 64, "index_n_heads": 3, "index_topk": 7, "qk_rope_head_dim": 32},
    {"model_type": "glm_moe_dsa"},
    {"model_type": "glm_moe_dsa", "rope_parameters": {"rope_type": "default", "rope_theta": 8000000}, "index_topk_freq": 4},
    {"model_type": "glm_moe_dsa", "index_topk_freq": 3, "index_skip_topk_offset": 1},
    {"model_type": "glm_moe_dsa", "index_topk_pattern": "FSSFFS"},
    {"model_type": "glm_moe_dsa", "indexer_types": ["full", "shared", "full", "shared", "shared", "full"]},
    {"model_type": "axk2"},
    {"model_type": "axk2", "index_n_heads": 5, "index_topk": 64},
    {"model_type": "deepseek_v4"},
    {"model_type": "minimax_m3_vl_text", "layer_types": ["full_attention", "minimax_m3_sparse"] * 3},
    {"model_type": "minimax_m3_vl_text"},
    {"model_type": "mistral_large4_text"},
    {"model_type": "mistral_large4_text", "no_rope_layers": [1, 0, 1, 0, 0, 1], "index_topk_freq": 4, "index_topk": 9},
    {"model_type": "hy_v4"},
    {"model_type": "hy_v4", "index_topk_freq": 2, "index_head_dim": 64, "index_n_heads": 3, "qk_rope_head_dim": 32},
    {"model_type": "hy_v4", "rope_parameters": YARN, "indexer_types": ["full", "full", "shared", "full", "shared", "shared"]},
    {"model_type": "glm5_next_text"},
    {"model_type": "glm5_next_text", "index_kpool": 8, "index_topk": 64, "layer_types": ["full_attention"] * 6, "index_topk_freq": 3},
]
STEPS = [1, 30, 900, 27000]


class Unit(nn.Module):
    """A projection or norm that changes nothing."""

    def __init__(self):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(1))

    def forward(self, x, *_, **__):
        return x


class Zeros(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.width = width
        self.weight = nn.Parameter(torch.ones(1))

    def forward(self, x):
        return torch.zeros(*x.shape[:-1], self.width)


class Queries(Exception):
    """Ends a call with the queries of its first product of four axes."""


class FirstProduct(TorchFunctionMode):
    def __torch_function__(self, func, types, args=(), kwargs=None):
        if getattr(func, "__name__", "") in ("matmul", "__matmul__") and args[0].dim() == 4 and min(args[0].shape[1:]) > 1:
            raise Queries(args[0])
        return func(*args, **(kwargs or {}))


def file_of(config):
    return importlib.import_module(type(config).__module__.replace("configuration_", "modeling_"))


def rotary_of(file, config):
    names = [n for n in vars(file) if n.endswith("RotaryEmbedding") and "Vision" not in n and "Audio" not in n]
    return getattr(file, names[0])(config) if names else lambda *_: None


def product(indexer, rotary, position):
    """The indexer's queries of unit vectors at a position, (channels in, channels out)."""
    width = indexer.head_dim
    heads = getattr(indexer, "n_heads", None) or indexer.num_heads
    units, positions = torch.eye(width)[None], torch.full((1, width), position)
    mask = torch.zeros(1, width, width)
    kind = type(indexer).__name__
    try:
        with FirstProduct(), torch.no_grad():
            if kind.startswith("DeepseekV4"):
                indexer(units, units.repeat(1, 1, heads), positions, None, 0)
            elif kind.startswith("MistralLarge4"):
                indexer(units, rotary(units, positions), mask, positions)
            elif kind.startswith("MiniMax"):
                indexer(units, rotary(units, positions), None, positions)
            elif kind.startswith("Glm5Next"):
                indexer(units, units.repeat(1, 1, heads), torch.ones(1, width, dtype=torch.bool), None)
            else:
                indexer(units, units.repeat(1, 1, heads), rotary(units, positions), mask, positions)
    except Queries as found:
        (queries,) = found.args[0]
        return (queries[:, 0] if queries.shape[0] == width else queries[0]).double()
    raise ValueError(f"{kind} multiplies no queries")


def plain(indexer):
    """Replaces what is learned by the identity."""
    width = indexer.head_dim
    heads = getattr(indexer, "n_heads", None) or indexer.num_heads
    for name in ("wq_b", "wk", "k_norm", "q_norm", "k_proj", "q_b_proj", "kv_norm"):
        if hasattr(indexer, name):
            setattr(indexer, name, Unit())
    if hasattr(indexer, "q_proj"):
        indexer.q_proj = Repeated(heads)
    if hasattr(indexer, "q_input_norm"):  # queries are made of the same vectors as keys
        indexer.q_input_norm, indexer.wq_b, indexer.softmax_scaling = Unit(), Repeated(heads), Unit()
    if hasattr(indexer, "weights_proj"):
        indexer.weights_proj = Zeros(heads)
    if hasattr(indexer, "index_kpool"):
        indexer.index_kpool_compress_gate = nn.Parameter(torch.zeros(width, width))
    if hasattr(indexer, "scorer"):
        indexer.scorer.weights_proj = Zeros(heads)
        indexer.kv_proj, indexer.gate_proj = Zeros(2 * width), Zeros(2 * width)
        nn.init.zeros_(indexer.position_bias)
    return indexer


class Repeated(Unit):
    def __init__(self, heads):
        super().__init__()
        self.heads = heads

    def forward(self, x):
        return x.repeat(1, 1, self.heads)


def rotation_of(indexer, rotary):
    """Pairs of channels with radians a position: the angle at 1, then ever closer. Classes may write pairs in another order."""
    still = product(indexer, rotary, 0)
    place = still.abs().argmax(1)
    source = {int(to): channel for channel, to in enumerate(place)}
    pairs = {}
    for step in STEPS:
        matrix = product(indexer, rotary, step)  # row i is the image of unit vector i
        for i, row in enumerate(matrix):
            others = [source[j] for j in range(len(row)) if source[j] != i and abs(row[j]) > 1e-9]
            if step == STEPS[0] and others:
                assert len(others) == 1, (i, others)
                pairs[i, others[0]] = math.atan2(row[place[others[0]]], row[place[i]])
            for (a, b), rate in list(pairs.items()):
                if a == i and step > STEPS[0]:
                    angle = math.atan2(row[place[b]], row[place[a]])
                    pairs[a, b] = (angle + 2 * math.pi * round((rate * step - angle) / (2 * math.pi))) / step
    return [[a, b, float(f"{rate:.6g}")] for (a, b), rate in sorted(pairs.items()) if rate > 0]


def rotates(indexer, rotary):
    return not torch.equal(product(indexer, rotary, 0), product(indexer, rotary, 1))


def indexer_in(layer):
    found = [module for name, module in layer.named_modules() if name.endswith("indexer")]
    return found[0] if found else None


def facts_of(fields):
    config = config_of({**SMALL, **fields})
    config._attn_implementation = "eager"
    file = file_of(config)
    name = next(n for n in vars(file) if n.endswith("Model") and not n.endswith("PreTrainedModel") and "Vision" not in n and takes(file, n, config))
    with torch.device("meta"):
        model = getattr(file, name)(config)
    found = [indexer_in(layer) for layer in model.layers]
    kind = next((type(i) for i in found if i is not None), None)
    layers = [None if i is None else "own" for i in found]
    for place, shared in enumerate(getattr(config, "indexer_types", None) or []):
        if layers[place] is None and shared == "shared":
            layers[place] = "shared"
    out = {"layers": layers}
    if kind is not None:
        def at(place):
            return plain(kind(config) if kind.__name__.startswith("DeepseekV4") else kind(config, place))

        rotary = rotary_of(file, config)
        own = [place for place, of in enumerate(layers) if of == "own"]
        out |= {"rotating": [place for place in own if rotates(at(place), rotary)]}
        measured = at(own[0])
        out |= {"heads": getattr(measured, "n_heads", None) or measured.num_heads, "headDim": measured.head_dim}
        pool = getattr(measured, "index_kpool", 1)  # its class counts the tokens that are chosen, not the pools
        out |= {"topK": (getattr(measured, "index_topk", None) or measured.topk_blocks) // pool}
        block = getattr(measured, "compress_rate", None) or getattr(measured, "block_size", None)
        out |= {"blockSize": block or pool}
        out |= {"pairs": rotation_of(measured, rotary)}
    return out


def takes(file, name, config):
    cls = getattr(file, name)
    kinds = [getattr(cls, "config_class", None), *cls.__init__.__annotations__.values()]
    return any(getattr(k, "__name__", k) == type(config).__name__ for k in kinds)


def main(target):
    small = {name: value for name, value in SMALL.items() if name != "pad_token_id"}
    cases = []
    for fields in CASES:
        cases.append({"config": fields, "facts": facts_of(fields)})
    about = "indexers of sparse attention: [channel, channel, radians a position], and each layer's own or shared indexer"
    head = {"about": about, "transformers": transformers.__version__, "small": small}
    lines = ",\n".join(json.dumps(case) for case in cases)
    with open(target, "w") as out:
        out.write(json.dumps(head)[:-1] + ', "cases": [\n' + lines + "\n]}\n")


if __name__ == "__main__":
    main(sys.argv[1])
