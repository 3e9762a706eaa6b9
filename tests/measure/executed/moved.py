"""Keys of cached texts in small models of transformers: of a text that begins at a position, and of the same text elsewhere.

usage: python moved.py FILE
"""

import json
import os
import sys

os.environ.setdefault("HF_HUB_OFFLINE", "1")

import torch
import transformers
from transformers import AutoConfig, AutoModel

FROM, TO, TOKENS = 300, 7, 5
SIZES = {"hidden_size": 32, "num_attention_heads": 2, "num_hidden_layers": 3, "num_key_value_heads": 2, "head_dim": 16}
SIZES |= {"vocab_size": 64, "intermediate_size": 32, "max_position_embeddings": 512}
MORE = {"num_experts": 4, "num_local_experts": 4, "n_routed_experts": 4, "moe_intermediate_size": 16, "num_experts_per_tok": 2}
MORE |= {"n_group": 1, "topk_group": 1, "n_shared_experts": 1, "first_k_dense_replace": 1, "q_lora_rank": 16, "kv_lora_rank": 16}
YARN = {"rope_type": "yarn", "factor": 4.0, "original_max_position_embeddings": 128, "rope_theta": 10000.0}
LLAMA3 = {"rope_type": "llama3", "factor": 8.0, "low_freq_factor": 1.0, "high_freq_factor": 4.0, "original_max_position_embeddings": 64}
OLD = {"n_embd": 64, "n_head": 4, "n_layer": 3, "n_positions": 512, "vocab_size": 64, "rotary_dim": 8}
PLAIN = """llama mistral mixtral qwen2 qwen3 qwen3_moe gemma gemma2 gemma3_text phi phi3 gpt_neox stablelm starcoder2 persimmon nemotron
olmo olmo2 olmo3 olmoe cohere cohere2 glm glm4 helium granite seed_oss gpt_oss smollm3 nanochat exaone4 ernie4_5 apertus
arcee dots1 glm4_moe hunyuan_v1_dense minimax_m2 diffllama ministral qwen2_moe granitemoe""".split()
INDEXER = {"index_topk": 3, "index_head_dim": 16, "index_n_heads": 2}
LATENT = {"deepseek_v3": {}, "deepseek_v32": INDEXER, "glm_moe_dsa": INDEXER}
LATENT_SIZES = {name: size for name, size in SIZES.items() if name != "head_dim"}
LATENT_SIZES |= {"qk_rope_head_dim": 8, "qk_nope_head_dim": 8, "v_head_dim": 8}
CASES = [{"model_type": name} for name in PLAIN]
CASES += [{"model_type": name, "sizes": LATENT_SIZES, **more} for name, more in LATENT.items()]
CASES += [{"model_type": name, "sizes": OLD} for name in ("gptj", "codegen", "gpt2")]
CASES += [
    {"model_type": "opt", "ffn_dim": 32, "word_embed_proj_dim": 32},
    {"model_type": "biogpt"},
    {"model_type": "llama", "rope_parameters": LLAMA3 | {"rope_theta": 10000.0}},
    {"model_type": "llama", "rope_parameters": {"rope_type": "linear", "factor": 4.0, "rope_theta": 10000.0}},
    {"model_type": "llama", "rope_parameters": {"rope_type": "dynamic", "factor": 4.0, "rope_theta": 10000.0}, "max_position_embeddings": 64},
    {"model_type": "qwen2", "rope_parameters": YARN},
    {
        **{"model_type": "phi3", "original_max_position_embeddings": 64},
        "rope_parameters": {
            **{"rope_type": "longrope", "rope_theta": 10000.0, "original_max_position_embeddings": 64, "factor": 8.0},
            "short_factor": [1.0, 1.0, 1.25, 1.5, 1.5, 2.0, 2.0, 2.5],
            "long_factor": [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 8.0, 8.0],
        },
    },
]


def in_turns(halves):
    """Channels in the order of the projection, where the class writes the second of all pairs after the first of all pairs."""
    return torch.stack(halves.chunk(2)).T.flatten()


def key_of(layer, config):
    """The key of the last token, head 0. Latent attention keeps the rotated channels, for all heads, where others keep values."""
    if config.model_type not in LATENT:
        return layer.keys[0, 0, -1]
    return torch.cat([torch.zeros(config.qk_nope_head_dim), in_turns(layer.values[0, 0, -1])])


def indexer_key_of(layer, config):
    key, width = layer.indexer_keys[0, -1], config.qk_rope_head_dim
    return torch.cat([in_turns(key[:width]), key[width:]]) if config.model_type == "glm_moe_dsa" else key


def keys(model, first):
    """The cached keys of the last token in each layer, and those of the indexers."""
    positions = torch.arange(first, first + TOKENS)[None]
    ids = torch.tensor([[7, 3, 50, 11, 23]])
    with torch.no_grad():
        cache = model(input_ids=ids, position_ids=positions, use_cache=True).past_key_values
    numbers = lambda key: [float(f"{x:.7g}") for x in key.tolist()]  # noqa: E731
    found = {"keys": [numbers(key_of(layer, model.config)) for layer in cache.layers]}
    if getattr(cache.layers[0], "indexer_keys", None) is not None:
        found["indexer"] = [numbers(indexer_key_of(layer, model.config)) for layer in cache.layers]
    return found


def measured(case):
    fields = {name: value for name, value in case.items() if name != "sizes"}
    sizes = case.get("sizes", SIZES)
    written = {**sizes, **fields}
    config = AutoConfig.for_model(**{**MORE, "pad_token_id": 0, "bos_token_id": 1, "eos_token_id": 2, **written})
    torch.manual_seed(20)
    model = AutoModel.from_config(config, attn_implementation="eager", experts_implementation="eager").double().eval()
    for parameter in model.parameters():  # scores far from 0, so that a layer shows what it attends to
        torch.nn.init.normal_(parameter, std=0.5)
    return {"config": written, "before": keys(model, FROM), "after": keys(model, TO)}


def main(target):
    transformers.logging.set_verbosity_error()
    cases, failed = [], []
    for case in CASES:
        try:
            cases.append(measured(case))
        except Exception as error:
            failed.append(f"{case}: {type(error).__name__}: {str(error)[:160]}")
    about = "keys of the last of five tokens, by layer, in a text that begins at position 300, and in the same text from 7"
    head = {"about": about, "transformers": transformers.__version__, "from": FROM, "to": TO, "tokens": TOKENS}
    with open(target, "w") as out:
        out.write(json.dumps(head)[:-1] + ', "cases": [\n' + ",\n".join(map(json.dumps, cases)) + "\n]}\n")
    print(len(cases), *failed, sep="\n")


if __name__ == "__main__":
    main(sys.argv[1])
