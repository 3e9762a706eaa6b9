"""Measures which tokens see a token in text encoders that do not let every token see every other one.

usage: python reach.py REACH.json

Each layer is run twice on the input that the model gives it; in the second run one token differs. The tokens whose output
differs are those that see it. Texts are longer than a window, and widths are small: they do not change who sees whom.
"""

import importlib
import json
import os
import re
import sys

os.environ.setdefault("HF_HUB_OFFLINE", "1")

import torch  # noqa: E402
import transformers  # noqa: E402
from squares import seen_from  # noqa: E402
from transformers.models.auto.configuration_auto import CONFIG_MAPPING  # noqa: E402

TOKENS = 1024
ASKED = (8, 300, 511, 700)
MANY = 4  # more runs of tokens than a block-sparse layer has

BERT = {"hidden_size": 32, "num_attention_heads": 2, "intermediate_size": 32, "num_hidden_layers": 3, "max_position_embeddings": 1100}
BART = {"d_model": 32, "encoder_attention_heads": 2, "decoder_attention_heads": 2, "encoder_ffn_dim": 32, "decoder_ffn_dim": 32, "encoder_layers": 4, "decoder_layers": 1}
T5 = {"d_model": 32, "d_kv": 16, "num_heads": 2, "d_ff": 32, "num_layers": 2, "num_decoder_layers": 1}
# The class of the model, and the fields of its config.
FILES = [
    ("LongformerModel", {"model_type": "longformer", **BERT, "attention_window": 64}),
    ("LongformerModel", {"model_type": "longformer", **BERT, "attention_window": [32, 64, 128]}),
    ("LEDModel", {"model_type": "led", **BART, "attention_window": 128}),
    ("LongT5Model", {"model_type": "longt5", **T5}),
    ("LongT5Model", {"model_type": "longt5", **T5, "local_radius": 31}),
    ("LongT5Model", {"model_type": "longt5", **T5, "encoder_attention_type": "transient-global"}),
    ("PegasusXModel", {"model_type": "pegasus_x", **BART, "block_size": 128}),
    ("BigBirdModel", {"model_type": "big_bird", **BERT}),
    ("BigBirdModel", {"model_type": "big_bird", **BERT, "attention_type": "original_full"}),
    ("BigBirdPegasusModel", {"model_type": "bigbird_pegasus", **BART}),
    ("NystromformerModel", {"model_type": "nystromformer", **BERT, "segment_means_seq_len": 1024}),
    ("MraModel", {"model_type": "mra", **BERT}),
    ("YosoModel", {"model_type": "yoso", **BERT}),
]


TEXT = {"hidden_size": 32, "num_attention_heads": 2, "num_key_value_heads": 2, "head_dim": 16, "intermediate_size": 32, "num_hidden_layers": 2, "vocab_size": 300}
TOWER = {"hidden_size": 32, "num_attention_heads": 2, "intermediate_size": 32, "num_hidden_layers": 1, "image_size": 32, "patch_size": 16}
# Models whose images may see themselves: the class, its config, and the name of the list that tells tokens of images.
IMAGES = [
    ("Gemma3Model", {"model_type": "gemma3", "text_config": TEXT, "vision_config": TOWER}, "token_type_ids"),
    ("Gemma4Model", {"model_type": "gemma4", "text_config": {"model_type": "gemma4_text", **TEXT}, "vision_config": TOWER}, "mm_token_type_ids"),
    (
        "Gemma4Model",
        {"model_type": "gemma4", "text_config": {"model_type": "gemma4_text", **TEXT, "use_bidirectional_attention": "vision"}, "vision_config": TOWER},
        "mm_token_type_ids",
    ),
    ("Gemma4UnifiedModel", {"model_type": "gemma4_unified", "text_config": {**TEXT, "use_bidirectional_attention": "vision"}, "vision_config": TOWER}, "mm_token_type_ids"),
]
OF_IMAGES = (0, 1, 1, 1, 0, 1, 1, 0)


def spans(tokens):
    """Runs of tokens: first and last. Many runs are one, with their number: the others changed less than float32 holds."""
    out = []
    for token in tokens:
        if out and token == out[-1][1] + 1:
            out[-1][1] = token
        else:
            out.append([token, token])
    return out if len(out) <= MANY else [[out[0][0], out[-1][1], len(out)]]


def seeded(module):
    """The module with the same random blocks at each call."""

    def run(*args, **kwargs):
        torch.manual_seed(1)
        return module(*args, **kwargs)

    return run


def is_layer(name, module):
    return re.search(r"encoder\.(layer|layers|block)\.\d+$", name)


def measure(name, fields):
    torch.manual_seed(0)
    config = CONFIG_MAPPING[fields["model_type"]].from_dict(dict(fields))
    file = importlib.import_module(type(config).__module__.replace("configuration_", "modeling_"))
    model = getattr(file, name)(config).eval()
    for parameter in model.parameters():  # scores that differ
        if parameter.dim() > 1:
            torch.nn.init.normal_(parameter, std=0.3)
    calls = []
    layers = [module for at, module in model.named_modules() if is_layer(at, module)]
    handles = [layer.register_forward_pre_hook(lambda *call: calls.append(call), with_kwargs=True) for layer in layers]
    ids = torch.randint(5, 90, (1, TOKENS))
    more = {"decoder_input_ids": ids[:, :4]} if hasattr(model, "decoder") else {}
    model(input_ids=ids, **more)
    for handle in handles:
        handle.remove()
    return [[[at, *spans(seen_from(seeded(module), args, kwargs, at))] for at in ASKED] for module, args, kwargs in calls]


def seen_images(name, fields, types):
    """For each token, the tokens whose output changes with it."""
    torch.manual_seed(0)
    config = CONFIG_MAPPING[fields["model_type"]].from_dict(json.loads(json.dumps(fields)))
    file = importlib.import_module(type(config).__module__.replace("configuration_", "modeling_"))
    model = getattr(file, name)(config).eval()
    for parameter in model.parameters():
        if parameter.dim() > 1:
            torch.nn.init.normal_(parameter, std=0.3)
    ids = torch.arange(5, 5 + len(OF_IMAGES))[None]
    given = {types: torch.tensor([OF_IMAGES])}
    base = model(input_ids=ids, **given).last_hidden_state[0]
    out = []
    for at in range(len(OF_IMAGES)):
        changed = ids.clone()
        changed[0, at] = 200
        moved = (model(input_ids=changed, **given).last_hidden_state[0] != base).any(-1)
        out.append(torch.nonzero(moved).reshape(-1).tolist())
    return out


ABOUT = (
    "tokens that see a token in each layer of an encoder over {} tokens, measured by tests/measure/executed/reach.py with transformers {}: the "
    "token, and runs of tokens, first and last; a third number counts the runs between them"
)


def main(target):
    torch.set_grad_enabled(False)
    models = [{"config": fields, "class": name, "layers": measure(name, fields)} for name, fields in FILES]
    images = [{"config": fields, "class": name, "ofImages": OF_IMAGES, "seen": seen_images(name, fields, types)} for name, fields, types in IMAGES]
    with open(target, "w") as file:
        json.dump({"about": ABOUT.format(TOKENS, transformers.__version__), "models": models, "images": images}, file, indent=2)


if __name__ == "__main__":
    main(*sys.argv[1:])
