"""Runs model files of mlx-lm without weights, and measures each attention as probe.py does.

usage: python mlx_layers.py FACTS.jsonl [name …]     in the environment of tests/measure/engines
"""

import importlib
import json
import sys
from types import SimpleNamespace

import facts
import mlx.core as mx
import mlx.nn as nn
import numpy as np
import torch
from mlx_lm import utils
from mlx_lm.models import rope_utils
from weightless import fixed

mx.set_default_device(mx.cpu)
LONG = 300  # tokens of the run that shows masks


def without(fields, name):
    return {field: value for field, value in fields.items() if field != name}


USUAL = {"vocab_size": 1000, "rms_norm_eps": 1e-6, "rope_theta": 10_000, "max_position_embeddings": 4096}
SIZES = {**USUAL, "hidden_size": 2048, "intermediate_size": 4096, "num_attention_heads": 16, "num_key_value_heads": 4, "num_hidden_layers": 4}
EXPERTS = {"num_experts": 8, "num_experts_per_tok": 2, "moe_intermediate_size": 512, "norm_topk_prob": True, "first_k_dense_replace": 1}
LATENT = {**SIZES, "num_key_value_heads": 16, "q_lora_rank": 512, "kv_lora_rank": 512, "qk_rope_head_dim": 64, "qk_nope_head_dim": 128, "v_head_dim": 128}
YARN = {"type": "yarn", "factor": 32, "original_max_position_embeddings": 4096, "beta_fast": 1, "beta_slow": 1, "mscale": 1, "mscale_all_dim": 1}

CONFIGS = {
    "afm7": {"vocab_size": 1000, "hidden_dim": 2048, "num_layers": 6, "num_kv_reuse_layers": 2, "num_heads": 16, "num_kv_heads": 2},
    "bailing_moe": {**SIZES, **EXPERTS, "num_shared_experts": 1, "rope_theta": 600_000},
    "bailing_moe partial": {**SIZES, **EXPERTS, "num_shared_experts": 1, "partial_rotary_factor": 0.5},
    "bailing_moe_linear": {**SIZES, **EXPERTS, "num_shared_experts": 1, "layer_group_size": 2, "group_norm_size": 4, "partial_rotary_factor": 0.5, "head_dim": 128, "use_qk_norm": True},
    "deepseek": {**SIZES, "num_key_value_heads": 16},
    "hunyuan": {**SIZES, **EXPERTS, "attention_bias": False, "moe_topk": 1, "num_shared_expert": 1, "use_mixed_mlp_moe": True, "use_qk_norm": True, "use_cla": True, "cla_share_factor": 2, "rope_scaling": {"type": "dynamic", "alpha": 1000.0, "factor": 1.0}},
    "internlm2": {**SIZES, "rope_theta": 1_000_000},
    "internlm2 dynamic": {**SIZES, "rope_scaling": {"type": "dynamic", "factor": 2.0}},
    "iquestloopcoder": {**SIZES, "head_dim": 128, "rope_theta": 500_000},
    "Klear": {**SIZES, **EXPERTS, "attention_bias": False, "mlp_only_layers": [], "decoder_sparse_step": 1, "n_shared_experts": 1, "rope_theta": 500_000},
    "lille-130m": {"block_size": 512, "layer_norm_eps": 1e-5, "n_embd": 640, "n_head": 10, "n_kv_heads": 2, "n_layer": 4, "rope_theta": 10_000, "vocab_size": 1000},
    "longcat_flash_ngram": {**without(LATENT, "num_hidden_layers"), "ffn_hidden_size": 1024, "moe_topk": 2, "expert_ffn_hidden_size": 512, "n_routed_experts": 8, "zero_expert_num": 2, "num_layers": 4, "routed_scaling_factor": 6.0, "mla_scale_q_lora": True, "mla_scale_kv_lora": True},
    "mimo": {**SIZES, "rope_theta": 640_000},
    "nemotron-nas": {**SIZES, "rope_theta": 500_000, "block_configs": [{"attention": {"n_heads_in_group": 4, "no_op": at == 1, "replace_with_linear": at == 2}, "ffn": {"ffn_mult": 2.0, "no_op": False, "replace_with_linear": False}} for at in range(4)]},
    "openelm": {"head_dim": 64, "num_transformer_layers": 4, "model_dim": 1280, "vocab_size": 1000, "ffn_dim_divisor": 256, "num_query_heads": [12, 12, 16, 16], "num_kv_heads": [3, 3, 4, 4], "ffn_multipliers": [0.5, 1.0, 2.0, 4.0]},
    "phi3small": {"hidden_size": 4096, "dense_attention_every_n_layers": 2, "ff_intermediate_size": 4096, "gegelu_limit": 20.0, "num_hidden_layers": 4, "num_attention_heads": 32, "layer_norm_epsilon": 1e-5, "vocab_size": 1000, "num_key_value_heads": 8, "rope_embedding_base": 1_000_000},
    "phixtral": {"num_vocab": 1000, "model_dim": 2560, "num_heads": 32, "num_layers": 4, "rotary_dim": 32},
    "phi-msft": {"num_vocab": 1000, "model_dim": 2560, "num_heads": 32, "num_layers": 4, "rotary_dim": 32},
    "plamo": {**without(SIZES, "num_key_value_heads"), "n_shared_head": 4},
    "qwen": {"hidden_size": 2048, "num_attention_heads": 16, "num_hidden_layers": 4, "kv_channels": 128, "vocab_size": 1000},
    "telechat3": {**SIZES, "head_dim": 128, "rope_theta": 1_000_000, "rope_scaling": {"rope_type": "telechat3-yarn", "factor": 4.0, "original_max_position_embeddings": 8192}},
    "youtu_llm": {**LATENT, "rope_theta": 1_600_000},
    "joyai_llm_flash": {**LATENT, "rope_theta": 32_000_000, "n_routed_experts": 8, "n_shared_experts": 1, "first_k_dense_replace": 1},
    "kimi_k2": {**LATENT, "rope_theta": 50_000, "rope_scaling": YARN, "n_routed_experts": 8, "n_shared_experts": 1, "first_k_dense_replace": 1},
    "minicpm": {**SIZES, "dim_model_base": 256, "scale_depth": 1.4, "scale_emb": 12},
    "iquestcoder": {**SIZES, "head_dim": 128, "rope_theta": 500_000},
}


def as_torch(x):
    return torch.tensor(np.array(x.astype(mx.float32)))


def spread(shape, width):
    return mx.broadcast_to(mx.array(fixed(width).numpy()), (*shape, width))


def project(self, x):
    last[:] = [self]
    return spread(x.shape[:-1], self.weight.shape[0])


nn.Linear.__call__ = project
nn.Embedding.__call__ = lambda self, x: spread(x.shape, self.weight.shape[1])

calls, turned, last, owners = [], [], [], {}
true_rope, true_attention = mx.fast.rope, mx.fast.scaled_dot_product_attention


def rope(x, dims, *, offset, **more):
    """Rotates each token as if it stood at its position of POSITIONS."""
    if x.shape[-2] != len(facts.POSITIONS):
        return x
    parts = [true_rope(x[..., i : i + 1, :], dims, offset=p, **more) for i, p in enumerate(facts.POSITIONS)]
    out = mx.concatenate(parts, axis=-2)
    turned.append((x, out))
    return out


def whole(rotate):
    """A class that rotates and scales: what it makes of its input, instead of the call inside it."""

    def call(self, x, offset=0, **more):
        before, count = x + 0, len(turned)
        out = rotate(self, x, offset, **more)
        del turned[count:]
        if x.shape[-2] == len(facts.POSITIONS):
            turned.append((before, out))
        return out

    return call


for kind in vars(rope_utils).values():
    if isinstance(kind, type) and issubclass(kind, nn.Module) and "__call__" in vars(kind) and kind is not nn.RoPE:
        kind.__call__ = whole(kind.__call__)


def attention(queries, keys, values, *, scale, mask=None, sinks=None, **_):
    calls.append({"query": queries, "key": keys, "value": values, "scale": scale, "mask": mask, "sinks": sinks, "turned": [*turned], "by": last[0]})
    turned.clear()
    return mx.broadcast_to(mx.array(fixed(values.shape[-1]).numpy()), (*queries.shape[:-1], values.shape[-1]))


mx.fast.rope, mx.fast.scaled_dot_product_attention = rope, attention


def likeness(a, b):
    return float(a @ b / np.linalg.norm(a) / np.linalg.norm(b))


def latent(call):
    """Heads of latent attention: what rotates is a part of its own, whose scores come as the mask."""
    mask = call["mask"]
    if not isinstance(mask, mx.array) or mask.dtype == mx.bool_ or len(call["turned"]) != 2:
        return call
    (before, query), (_, key) = call["turned"]
    whole = call["query"].shape[-1] + query.shape[-1]
    channels, first = fixed(query.shape[1] * whole)[:whole].numpy(), np.array(before[0, 0, 0])
    at = max(range(whole - len(first) + 1), key=lambda at: likeness(channels[at : at + len(first)], first))
    if at != call["query"].shape[-1]:
        raise ValueError(f"the rotated channels come from channel {at} of the head")
    keys = mx.broadcast_to(key, (*call["key"].shape[:-1], key.shape[-1]))
    return {**call, "query": mx.concatenate([call["query"], query], axis=-1), "key": mx.concatenate([call["key"], keys], axis=-1)}


def mask_of(call):
    mask = call["mask"]
    return torch.tensor(np.array(mask if mask.dtype == mx.bool_ else mask.astype(mx.float32)))


def of_call(call, model, name):
    rotated = [(as_torch(before), as_torch(after)) for before, after in call["turned"]]
    call = latent(call)
    mask = call["mask"]
    made = {name: as_torch(call[name]) for name in ("query", "key", "value")}
    options = {} if call["sinks"] is None else {"s_aux": True}
    made.update(name=name, module=SimpleNamespace(config=getattr(model, "args", None)), rotations=rotated, scale=float(call["scale"]), options=options)
    made["is_causal"] = mask == "causal" if isinstance(mask, str) else False
    made["mask"] = None if mask is None or isinstance(mask, str) else mask_of(call)
    return facts.of_call(made, facts.POSITIONS)


def run(model, tokens):
    calls.clear()
    turned.clear()
    model(mx.array([tokens]))
    return [*calls]


def measured(name, config):
    model_type = name.split(" ")[0]
    config = {"model_type": model_type, **config}
    Model, Args = utils._get_classes(config)
    model = Model(Args.from_dict(config))
    owners.clear()
    owners.update((id(part), at) for at, layer in enumerate(model.layers) if layer is not None for part in layer.modules())
    short, long = run(model, facts.TOKENS), run(model, facts.MANY)
    layers, known = [], {}
    for call, far in zip(short, long):
        layer = owners[id(call["by"])]
        mine = known.setdefault(layer, [])
        if id(call["by"]) in mine:  # the layers run again
            continue
        mine.append(id(call["by"]))
        found = of_call(call, model, f"layers.{layer}.self_attn.{len(mine) - 1}")
        if far["mask"] is not None and not isinstance(far["mask"], str):
            found["mask"] = facts.masks.of_scores(mask_of(far))
        layers.append(found)
    out = {"type": model_type, "class": f"mlx_lm.models.{Model.__module__.split('.')[-1]}", "built": {"layers": len(model.layers)}, "tables": [], "weights": []}
    # Attention that is computed in the file, block by block.
    blocks = [at for at, layer in enumerate(model.layers) if getattr(getattr(layer, "self_attn", None), "block_sparse", False)]
    hidden = {"unseen": [["layers", facts.spans(blocks)]]} if blocks else {}
    return {"name": name, "config": config, **out, **hidden, "layers": facts.grouped(layers)}


def main(target, *names):
    with open(target, "w") as file:
        for name in names or CONFIGS:
            try:
                found = measured(name, CONFIGS[name])
            except Exception as error:
                found = {"name": name, "error": f"{type(error).__name__}: {error}"[:300]}
                if names:
                    raise
            file.write(json.dumps(found) + "\n")
            print(name, found.get("error", f"{len(found.get('layers', []))} groups"), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
