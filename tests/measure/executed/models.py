"""Builds a model of transformers from a config, and makes inputs for it."""

import importlib
import inspect
import re

import torch
import transformers
from recorder import watch_rotations
from transformers.models.auto import modeling_auto
from transformers.models.auto.configuration_auto import CONFIG_MAPPING, CONFIG_MAPPING_NAMES
from weightless import construction, fixed

FIRST = ["MODEL_MAPPING", "MODEL_FOR_CAUSAL_LM_MAPPING", "MODEL_FOR_SEQ_TO_SEQ_CAUSAL_LM_MAPPING"]
FIRST += ["MODEL_FOR_IMAGE_TEXT_TO_TEXT_MAPPING", "MODEL_FOR_PRETRAINING_MAPPING"]
# Mixers without queries and keys: slow on a CPU, and nothing of theirs is measured.
MIXERS = re.compile(r"Mixer$|MambaLayer|GatedDeltaNet|DeltaAttention|RecurrentBlock|(?<!Kimi)LinearAttention|LightningAttention|mLSTM|Rwkv\w*Attention")

BIASES = re.compile(r"rel(ative)?_pos|attention_biases$|\brpb$")
ADDED_TO_QUERIES = re.compile(r"(^|[._])(pos_)?bias_[uv]$|r_[wrs]_bias$")


def config_of(fields):
    name = fields.get("model_type")
    if name not in CONFIG_MAPPING_NAMES:
        raise LookupError(f"model_type {name!r} is not in transformers {transformers.__version__}")
    return CONFIG_MAPPING[name].from_dict(dict(fields))


def parts_of(config):
    """The configs of a composite's parts, by the field that holds them."""
    names = getattr(config, "sub_configs", None) or {}
    held = ((name, getattr(config, name, None)) for name in names)
    return {name: part for name, part in held if isinstance(part, transformers.PreTrainedConfig)}


def set_eager(config):
    config._attn_implementation = "eager"
    for part in parts_of(config).values():
        set_eager(part)


def class_of(config):
    """The model class of a config: by the tables of transformers, or the class in its file that takes this config."""
    for name in [*FIRST, *(n for n in vars(modeling_auto) if n.endswith("_MAPPING") and n not in FIRST)]:
        try:
            found = getattr(modeling_auto, name)[type(config)]
        except Exception:  # these mappings raise errors of several kinds for a config they do not hold
            continue
        return found[0] if isinstance(found, (list, tuple)) else found
    file = importlib.import_module(type(config).__module__.replace("configuration_", "modeling_"))
    fitting = [c for n, c in vars(file).items() if inspect.isclass(c) and c.__module__ == file.__name__ and takes(c, config)]
    if not fitting:
        raise LookupError(f"no model class takes {type(config).__name__}")
    return min(fitting, key=lambda c: ("For" in c.__name__, len(c.__name__)))


def takes(cls, config):
    if not issubclass(cls, transformers.PreTrainedModel) or cls.__name__.endswith("PreTrainedModel"):
        return False
    kinds = [cls.__dict__.get("config_class"), *inspect.get_annotations(cls.__init__).values()]
    kinds.append(inspect.get_annotations(cls).get("config"))
    return any(getattr(kind, "__name__", kind) == type(config).__name__ for kind in kinds)


def fill_biases(model):
    """Gives values to tables of biases that begin as zeros: a bias of zero shows in no score."""
    random = torch.Generator().manual_seed(1)
    for name, table in model.named_parameters():
        if BIASES.search(name) and table.dim() > 1 and table.device.type != "meta" and not table.any():
            table.data = torch.rand(table.shape, generator=random) - 0.5
        if ADDED_TO_QUERIES.search(name) and table.device.type != "meta":
            table.data = torch.zeros(table.shape)  # random ones make a score look like another function


def outer_commas(text):
    """The commas of an expression outside its brackets."""
    while text != (text := re.sub(r"\([^()]*\)|\[[^\[\]]*\]", "", text)):
        pass
    return text.count(",")


def nothing(module):
    """A forward of zeros in place of a mixer's own, with as many results."""
    returned = re.findall(r"return (.+)$", inspect.getsource(type(module).forward), re.M)
    more = outer_commas(returned[-1]) if returned else 0

    def forward(hidden_states=None, *args, **_):
        zeros = torch.zeros_like(args[0] if hidden_states is None else hidden_states)
        return (zeros, *[None] * more) if more else zeros

    return forward


def build(config):
    set_eager(config)
    with construction():
        model = class_of(config)(config)
    model.eval()
    fill_biases(model)
    watch_rotations(model)
    for module in model.modules():
        kind = type(module).__name__
        if MIXERS.search(kind) and not (kind.endswith("Mixer") and hasattr(module, "q_proj")):
            module.forward = nothing(module)
    return model


def first_of(config, names, default):
    return next((v for v in (getattr(config, name, None) for name in names) if v is not None), default)


def size_of(value):
    return [int(v) for v in (value if isinstance(value, (list, tuple)) else (value, value))[:2]]


def pixels(config):
    """A still image, or a clip where the class counts frames."""
    channels = int(first_of(config, ("num_channels", "in_channels", "in_chans"), 3))
    image = torch.zeros(1, channels, *size_of(first_of(config, ("image_size",), 224)))
    frames = first_of(config, ("num_frames", "frames_per_clip"), 8)
    clip = hasattr(config, "tubelet_size") or hasattr(config, "num_frames")
    return image[:, None].expand(-1, int(frames), -1, -1, -1) if clip else image


def patches(model, parameters, config):
    """Flattened patches of an 8 × 8 grid, for towers that take images of any size."""
    grid = next((name for name in ("grid_thw", "image_grid_thw") if name in parameters), None)
    if grid is None or "input_ids" in parameters:
        return None
    patch = first_of(config, ("patch_size",), 14)
    patch = int(patch[-1] if isinstance(patch, (list, tuple)) else patch)
    depth = int(first_of(config, ("temporal_patch_size",), 1)) * int(first_of(config, ("in_channels", "in_chans", "num_channels"), 3))
    return {next(iter(parameters)): torch.zeros(64, depth * patch * patch), grid: torch.tensor([[1, 8, 8]])}


def inputs_of(model, tokens, positions=None):
    """What the model's forward takes. Positions are left out where None, so that the class makes them."""
    parameters, config = inspect.signature(model.forward).parameters, model.config
    flat = patches(model, parameters, config)
    if flat is not None:
        return flat
    ids, out = torch.tensor([tokens]), {}
    main = getattr(model, "main_input_name", "input_ids")
    if "input_ids" in parameters:
        out["input_ids"] = ids
        if "attention_mask" in parameters:
            out["attention_mask"] = torch.ones_like(ids)
    elif "inputs_embeds" in parameters:
        width = first_of(config, ("hidden_size", "d_model"), 64)
        out["inputs_embeds"] = fixed(width).expand(1, len(tokens), -1).contiguous()
    if "decoder_input_ids" in parameters:
        out["decoder_input_ids"] = ids
    if "cross_attention_states" in parameters:
        out["cross_attention_states"] = fixed(config.hidden_size).expand(1, 4, -1)
    if "encoder_hidden_states" in parameters and (getattr(config, "add_cross_attention", False) or config.model_type.endswith("decoder")):
        width = first_of(config, ("cross_attention_hidden_size", "encoder_hidden_size", "hidden_size", "d_model"), 64)
        out["encoder_hidden_states"] = fixed(width).expand(1, 4, -1)
    for name in ("position_ids", "decoder_position_ids"):
        if positions is not None and name in parameters:
            out[name] = torch.tensor([positions])
    if "use_cache" in parameters:
        out["use_cache"] = False
    senses = senses_of(parameters, config)
    if main in senses and "decoder_input_ids" not in parameters:
        for name in ("input_ids", "inputs_embeds", "attention_mask", "position_ids"):
            out.pop(name, None)
    if "input_ids" not in parameters or main not in ("input_ids", "inputs_embeds"):
        out.update(senses)
    return out


def senses_of(parameters, config):
    """Images, sound and time series that the model takes."""
    out = {}
    if "pixel_values" in parameters:
        out["pixel_values"] = pixels(config)
    if "input_features" in parameters:
        bands = int(first_of(config, ("num_mel_bins", "num_mel_filters", "input_feat_per_channel", "feature_size"), 80))
        whisper = hasattr(config, "max_source_positions") or hasattr(config, "encoder_layers")
        frames = 2 * int(first_of(config, ("max_source_positions",), 32))
        out["input_features"] = torch.zeros(1, bands, frames) if whisper else torch.zeros(1, 128, bands)
    if "input_values" in parameters:
        out["input_values"] = torch.zeros(1, 16000)
    if "past_values_padding" in parameters:  # eight patches of a time series
        out["past_values"] = torch.linspace(1, 2, 8 * config.patch_length)[None]
        out["past_values_padding"] = torch.zeros_like(out["past_values"], dtype=torch.long)
        if "freq" in parameters:
            out["freq"] = torch.zeros(1, 1, dtype=torch.long)
    return out
