"""Makes the configs that are executed.

usage: python configs.py types FILE                      the shortest file for each model type, and its class's own fields
       python configs.py changed FILE TYPES SEED COUNT   random changes of one to three fields; TYPES holds facts of `types`
"""

import json
import os
import random
import re
import sys
from collections.abc import Callable

os.environ.setdefault("HF_HUB_OFFLINE", "1")

from models import config_of, parts_of  # noqa: E402
from transformers.models.auto.configuration_auto import CONFIG_MAPPING_NAMES  # noqa: E402

# Fields that have nothing to do with positions, layers, heads, widths, windows or scales.
IDLE = re.compile(
    r"token_id|^(id2label|label2id|transformers_version|dtype|architectures|return_dict|output_|problem_type|chunk_size_feed"
    r"|vocab_size|hidden_act|activation|initializer|.*_init|.*dropout|.*drop$|use_cache|tie_|_name|num_labels|.*_eps|.*epsilon"
    r"|intermediate|moe_|num_experts|router|.*ffn|.*_aux_|.*loss|mamba_|ssm_|time_step|conv_|(?!.*relative).*bias$|pretraining_tp|gradient"
    r"|is_composition|n_group|topk|norm_|shared_expert|num_local_experts|mlp_|torchscript|use_bfloat16|ctc_|feat_|mask_)"
)
PADDING = "pad_token_id"  # RoBERTa's positions begin after it

LAYERS = re.compile(r"^(n_layers?|(num_)?((en|de)coder_)?(hidden_|local_)?layers|depth)$")
HEADS = re.compile(r"^(n_heads?|(num_)?((en|de)coder_)?(attention_)?heads|num_attention_heads)$")
KEY_HEADS = re.compile(r"key_value_heads|kv_heads|multi_query_group")
WIDTHS = re.compile(r"head_dim|d_kv|kv_channels|head_width|attention_head_size")
HIDDEN = re.compile(r"^(hidden_size|n_embd|d_model|embed_dim|dim)$")
WINDOW = re.compile(r"window|attention_chunk_size|local_attention|block_size")
COUNTED = re.compile(r"pattern|interval|period|offset|every|max_window_layers|first_k|group_size|_n_layers")
SCALED = re.compile(r"scalar|multiplier|_scale$|scaling$|softcap|beta$|floor")
PARTIAL = re.compile(r"partial_rotary|rotary_pct|rotary_dim|rotary_emb_fraction|rope_percent")
LENGTH = re.compile(r"max_position|n_positions|pad_token_id|max_sequence|type_vocab")
SWITCH = re.compile(
    r"rope|rotary|position|alibi|causal|is_decoder|window|bidirection|relative|nope|mrope|mup|temperature|sink|k_eq_v|use_qk"
)
RULES = ["default", "linear", "dynamic", "yarn", "longrope", "llama3"]


def fields_of(config):
    """The fields of a config that may concern positions, as its class writes them."""
    out = {}
    for name, value in json.loads(json.dumps(config.to_dict(), default=str)).items():
        if name == PADDING or not IDLE.match(name):
            out[name] = value
    for name, part in parts_of(config).items():
        out[name] = fields_of(part)
    return {**out, "model_type": config.model_type}


def whole(value):
    return isinstance(value, int) and not isinstance(value, bool)


def number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool)


class Change:
    """Changes fields of one model; what it was is in `own`."""

    def __init__(self, choice, own):
        self.choice, self.own, self.set = choice, own, {}

    def named(self, pattern, fits: Callable = lambda value: True):
        return [name for name, value in self.own.items() if pattern.search(name) and fits(value)]

    def put(self, names, values):
        if not names:
            return False
        self.set[self.choice.choice(names)] = self.choice.choice(values)
        return True

    def layers(self):
        return self.put(self.named(LAYERS, whole), range(1, 10))

    def heads(self):
        return self.put(self.named(HEADS, whole), [2, 4, 6, 8, 12, 16, 32])

    def key_heads(self):
        return self.put(self.named(KEY_HEADS), [1, 2, 4, 8, None])

    def width(self):
        return self.put(self.named(WIDTHS), [16, 32, 48, 64, 80, 96, 128, 192, 256])

    def hidden(self):
        return self.put(self.named(HIDDEN, whole), [256, 384, 512, 768, 1024, 1536, 2048, 3072])

    def window(self):
        return self.put(self.named(WINDOW, lambda v: v is None or number(v)), [None, 4, 16, 100, 511, 4096])

    def counted(self):
        return self.put(self.named(COUNTED, lambda v: v is None or whole(v)), range(6))

    def scaled(self):
        return self.put(self.named(SCALED, lambda v: v is None or number(v)), [0.05, 0.1, 0.5, 1.0, 2.0, 20.0, 144])

    def partial(self):
        names = self.named(PARTIAL) or (["partial_rotary_factor"] if "rope_parameters" in self.own else [])
        return self.put(names, [32] if names and names[0] == "rotary_dim" else [0.25, 0.5, 0.75, 1.0])

    def length(self):
        names = self.named(LENGTH)
        return self.put(names, [0, 1, 3] if names and self.choice.random() < 0.4 and PADDING in names else [64, 512, 4096, 131072])

    def switch(self):
        names = self.named(SWITCH, lambda value: isinstance(value, bool))
        if not names:
            return False
        name = self.choice.choice(names)
        self.set[name] = not self.own[name]
        return True

    def kinds(self):
        """A list with an entry for each layer: other entries, or another length."""
        names = [n for n, v in self.own.items() if isinstance(v, list) and len(v) > 1 and re.search("layer|block|types|index", n)]
        if not names:
            return False
        name = self.choice.choice(names)
        known = sorted({json.dumps(entry) for entry in self.own[name]})
        if "sliding_attention" in str(known) or "full_attention" in str(known):
            known += ['"full_attention"', '"sliding_attention"']
        length = self.choice.choice([len(self.own[name]), self.choice.randint(1, 12)])
        self.set[name] = [json.loads(self.choice.choice(known)) for _ in range(length)]
        if length != len(self.own[name]) and self.choice.random() < 0.7:
            self.set.update({count: length for count in self.named(LAYERS, whole)[:1]})
        return True

    def theta(self):
        if "rope_parameters" not in self.own and not self.named(re.compile("theta")):
            return False
        names = self.named(re.compile("theta"), number) or ["rope_theta"]
        return self.put(names, [1000, 10000.0, 500000, 12345.0, 5e6])

    def rule(self):
        """A scaling rule, in one of the two forms and with some of its fields."""
        given = self.own.get("rope_parameters")
        if not isinstance(given, dict):
            return False
        pick, rule = self.choice.choice, self.choice.choice(RULES)
        new = self.choice.random() < 0.6
        made = {"rope_type" if new or self.choice.random() < 0.5 else "type": rule}
        if rule != "default":
            made["factor"] = pick([2.0, 4.0, 8.0, 32.0])
        if rule in ("yarn", "longrope", "llama3", "dynamic") and (rule == "llama3" or self.choice.random() < 0.7):
            made["original_max_position_embeddings"] = pick([512, 2048, 4096, 8192])
        if rule == "yarn":
            options = {"beta_fast": pick([16, 32.0]), "beta_slow": pick([1, 2]), "mscale": 1.0, "mscale_all_dim": pick([0.7, 1.0])}
            options.update(attention_factor=pick([1.0, 1.3]), truncate=pick([True, False]))
            made.update({name: value for name, value in options.items() if self.choice.random() < 0.3})
        if rule == "llama3":
            made.update(low_freq_factor=1.0, high_freq_factor=pick([2.0, 4.0]))
        if rule == "longrope":
            pairs = self.pairs()
            made.update(short_factor=[1.0 + i / 50 for i in range(pairs)], long_factor=[1.0 + i for i in range(pairs)])
        if new:
            made["rope_theta"] = pick([10000.0, 1e6, 150000])
        nested = {kind for kind, value in given.items() if isinstance(value, dict)}
        if nested and new and self.choice.random() < 0.7:
            made = {kind: made if self.choice.random() < 0.6 else given[kind] for kind in sorted(nested)}
        self.set["rope_parameters" if new else "rope_scaling"] = made
        return True

    def pairs(self):
        width = self.own.get("head_dim")
        if not width:
            heads = next((self.own[n] for n in self.named(HEADS, whole)), 1)
            width = next((self.own[n] for n in self.named(HIDDEN, whole)), 64) // heads
        return int(width * (self.own.get("partial_rotary_factor") or self.own["rope_parameters"].get("partial_rotary_factor") or 1)) // 2


CHANGES = [Change.layers, Change.heads, Change.key_heads, Change.width, Change.hidden, Change.window, Change.counted]
CHANGES += [Change.scaled, Change.partial, Change.length, Change.switch, Change.kinds, Change.theta, Change.rule, Change.rule]


def changed(choice, fields):
    """A short file with changed fields, or the class's own fields without some and with others."""
    place = choice.choice([None, *(name for name, value in fields.items() if isinstance(value, dict) and "model_type" in value)])
    own = fields if place is None else fields[place]
    change = Change(choice, own)
    if choice.random() < 0.6:
        change.layers()
    for _ in range(choice.choice([1, 1, 2, 2, 3])):
        for _ in range(20):
            if choice.choice(CHANGES)(change):
                break
    if not change.set:
        return None
    out = {"model_type": fields["model_type"]}
    if choice.random() < 0.3:  # a file that says everything but a few fields
        names = [name for name in own if name not in change.set and name != "model_type"]
        left = choice.sample(names, min(len(names), choice.randint(1, 3)))
        return {**out, "full": {"place": place, "without": sorted(left), "with": change.set}}
    return {**out, **change.set} if place is None else {**out, place: change.set}


def completed(config, fields):
    """A changed file as the class reads it."""
    full = config.get("full")
    if full is None:
        return config
    own = fields if full["place"] is None else fields[full["place"]]
    made = {name: value for name, value in own.items() if name not in full["without"]} | full["with"]
    return made if full["place"] is None else {**fields, full["place"]: made}


def derived(fields):
    """Names of fields that the class makes from the number of layers, the heads or the width, if a file leaves them out."""
    found = set()
    for pattern in (LAYERS, HEADS, HIDDEN):
        changes = {name: 2 * value for name, value in fields.items() if pattern.search(name) and whole(value)}
        try:
            other = fields_of(config_of({"model_type": fields["model_type"], **changes}))
        except Exception:  # some classes refuse a change of one field alone
            continue
        found |= {name for name, value in fields.items() if name not in changes and other.get(name) != value}
    return sorted(found)


def other_names(config):
    """By the class's own name of a field, the other names that a file may have for it."""
    out = {}
    for other, own in sorted((getattr(config, "attribute_map", None) or {}).items()):
        if other != own and not IDLE.match(own):
            out.setdefault(own, []).append(other)
    return out


def switched_off(config):
    """Windows of the class that it takes away unless a switch in the file is on."""
    own = {name: getattr(type(config), name, None) for name in config.to_dict() if WINDOW.search(name)}
    return {name: value for name, value in own.items() if whole(value) and value and not getattr(config, name)}


def types(target):
    out = []
    for name in CONFIG_MAPPING_NAMES:
        item = {"name": name, "config": {"model_type": name}}
        try:
            config = config_of(item["config"])
            fields = fields_of(config)
            same = fields_of(config_of(fields)) == fields
            item.update(fields=fields, derived=derived(fields), names=other_names(config), off=switched_off(config), **({} if same else {"unlike": "the class reads its own fields as another config"}))
        except Exception as error:  # classes that need other packages, or two configs
            item["error"] = f"{type(error).__name__}: {error}"[:160]
        out.append(item)
    write(target, out)


def changes(target, known, seed, count):
    with open(known) as file:
        bases = [item for item in map(json.loads, file) if item.get("fields") and item.get("ran")]
    choice, out = random.Random(int(seed)), []
    while len(out) < int(count):
        base = choice.choice(bases)
        config = changed(choice, base["fields"])
        if config is not None:
            name = f"{base['name']} {seed}.{len(out)}"
            out.append({"name": name, "config": completed(config, base["fields"]), "written": config})
    write(target, out)


def write(target, items):
    with open(target, "w") as file:
        json.dump(items, file)


if __name__ == "__main__":
    {"types": types, "changed": changes}[sys.argv[1]](*sys.argv[2:])
