"""Measures which patches a patch sees in vision models that attend within squares.

usage: python squares.py SQUARES.json

Each layer is run twice on the input that the model gives it; in the second run one patch differs. The patches whose output
differs are those that see it. Images are larger than a square, and widths are small: they do not change who sees whom.
"""

import importlib
import inspect
import json
import os
import re
import sys

os.environ.setdefault("HF_HUB_OFFLINE", "1")

import torch  # noqa: E402
import transformers  # noqa: E402
from transformers.models.auto.configuration_auto import CONFIG_MAPPING  # noqa: E402

GRID = (32, 24)  # patches of a tower that takes images of any size
ASKED = 3  # patches of each layer that are asked

SMALL = {"embed_dim": 16, "num_heads": [1, 2, 4, 8]}
SAM = {"hidden_size": 32, "num_attention_heads": 2, "mlp_dim": 32, "output_channels": 16}
QWEN = {"hidden_size": 64, "num_heads": 4, "intermediate_size": 64, "out_hidden_size": 64, "depth": 9}
NARROW = {"hidden_size": 32, "num_attention_heads": 2, "intermediate_size": 32}
# The class of the model, and the fields of its config.
FILES = [
    ("SwinModel", {"model_type": "swin", **SMALL}),
    ("SwinModel", {"model_type": "swin", **SMALL, "image_size": 384, "window_size": 12}),
    ("Swinv2Model", {"model_type": "swinv2", **SMALL}),
    ("Swinv2Model", {"model_type": "swinv2", **SMALL, "image_size": 256, "window_size": 8}),
    ("Swin2SRModel", {"model_type": "swin2sr", "embed_dim": 24, "num_heads": [2] * 6}),
    ("DonutSwinModel", {"model_type": "donut-swin", **SMALL}),
    ("MaskFormerSwinModel", {"model_type": "maskformer-swin", **SMALL}),
    ("ClapAudioModel", {"model_type": "clap_audio_model", "patch_embeds_hidden_size": 16, "hidden_size": 128, "num_attention_heads": [1, 2, 4, 8]}),
    ("SamVisionModel", {"model_type": "sam_vision_model", **SAM}),
    ("SamHQVisionModel", {"model_type": "sam_hq_vision_model", **SAM, "global_attn_indexes": [1, 4]}),
    ("Sam2HieraDetModel", {"model_type": "sam2_hiera_det_model"}),
    ("Sam3ViTModel", {"model_type": "sam3_vit_model", **NARROW}),
    ("HieraModel", {"model_type": "hiera", **SMALL}),
    ("Qwen2_5_VisionTransformerPretrainedModel", {"model_type": "qwen2_5_vl_vision", **QWEN}),
    ("Qwen2_5_VisionTransformerPretrainedModel", {"model_type": "qwen2_5_vl_vision", **QWEN, "window_size": 84, "fullatt_block_indexes": [2, 5]}),
    ("Qwen2_5OmniVisionEncoder", {"model_type": "qwen2_5_omni_vision_encoder", **QWEN}),
    ("Exaone4_5_VisionModel", {"model_type": "exaone4_5_vision", **QWEN, "num_key_value_heads": 2}),
    ("DeepseekOcr2SamVisionEncoder", {"model_type": "deepseek_ocr2_sam_vision_model", **SAM}),
    ("UnlimitedOcrSamVisionEncoder", {"model_type": "unlimited_ocr_sam_vision_model", **SAM}),
    ("RfDetrDinov2Backbone", {"model_type": "rf_detr_dinov2", **NARROW, "num_hidden_layers": 6, "out_indices": [2, 5]}),
    ("LwDetrViTBackbone", {"model_type": "lw_detr_vit", **NARROW, "num_hidden_layers": 4, "window_block_indices": [0, 2], "out_indices": [1, 3]}),
]


def inputs(config, model):
    names = list(inspect.signature(model.forward).parameters)
    if "grid_thw" in names or "image_grid_thw" in names:
        rows, columns = GRID
        depth = config.temporal_patch_size * config.in_channels
        grid = "grid_thw" if "grid_thw" in names else "image_grid_thw"
        pixels = torch.randn(rows * columns, depth * config.patch_size**2)
        return {names[0]: pixels, grid: torch.tensor([[1, rows, columns]])}
    if "input_features" in names:
        return {"input_features": torch.randn(1, 1, 1001, 64)}
    size = getattr(config, "image_size", 224)
    size = tuple(size) if isinstance(size, (list, tuple)) else (size, size)
    return {"pixel_values": torch.randn(1, 3, *size)}


def is_block(name, module):
    """A layer: its own children have attention, and nothing around it within a list of layers does."""
    kind = type(module).__name__
    return re.search(r"\.\d+$", name) and re.search(r"(Layer|Block)$", kind) and any("attention" in n or n == "attn" for n, _ in module.named_children())


def first(output):
    return output[0] if isinstance(output, (tuple, list)) else output


def seen_from(module, args, kwargs, at):
    """The tokens whose output changes with the token at an index of the flattened input."""
    name = None if args else next(n for n in ("hidden_states", "hidden_state") if n in kwargs)
    states = args[0] if args else kwargs[name]
    changed = states.clone().reshape(-1, states.shape[-1])
    changed[at] += torch.randn(states.shape[-1])
    changed = changed.reshape(states.shape)
    run = lambda x: first(module(x, *args[1:], **kwargs) if args else module(**{**kwargs, name: x}))  # noqa: E731
    one, other = run(states), run(changed)
    moved = (one != other).reshape(-1, one.shape[-1]).any(-1)
    return torch.nonzero(moved).reshape(-1).tolist()


def layout(states, order):
    """Row and column of the flattened input's tokens: a function of the index."""
    if order is not None:
        return lambda i: order[i]
    columns = states.shape[2] if states.dim() == 4 else round(states.shape[-2] ** 0.5)
    return lambda i: (i // columns, i % columns)


def order_of(config, model, given):
    """For flattened patches: the place of each token of the first layer, by changing each patch of the image."""
    name = next(iter(given))
    if hasattr(config, "num_windows"):
        return order_in_windows(config, model, given)
    if given[name].dim() != 2:
        return None
    merge = config.spatial_merge_size
    rows, columns = GRID
    base = first_states(model, given)
    places = {}
    for block in range(0, rows * columns, merge * merge):
        pixels = given[name].clone()
        pixels[block] += 1
        changed = first_states(model, {**given, name: pixels})
        at = torch.nonzero((base - changed).abs().amax(-1) > 1e-7).reshape(-1).tolist()
        if len(at) != 1:
            raise ValueError(f"patch {block} changes {len(at)} tokens")
        unit = block // (merge * merge)
        row, column = unit // (columns // merge) * merge, unit % (columns // merge) * merge
        for inner in range(merge * merge):
            places[at[0] + inner] = (row + inner // merge, column + inner % merge)
    return places


def order_in_windows(config, model, given):
    """The place of each token of the first layer, for images that are cut into windows; tokens without a place are left out."""
    base, places, side = first_states(model, given), {}, config.patch_size
    rows, columns = (size // side for size in given["pixel_values"].shape[-2:])
    for row in range(rows):
        for column in range(columns):
            pixels = given["pixel_values"].clone()
            pixels[..., row * side : (row + 1) * side, column * side : (column + 1) * side] += 1
            changed = first_states(model, {"pixel_values": pixels})
            for at in torch.nonzero((base - changed).abs().amax(-1).reshape(-1) > 1e-7).reshape(-1).tolist():
                places[at] = (row, column)
    return places


class Enough(Exception):
    """The first layer was reached."""


def first_states(model, given):
    found = []

    def take(module, args, kwargs):
        found.append(args[0] if args else kwargs.get("hidden_states", kwargs.get("hidden_state")))
        raise Enough

    block = next(m for n, m in model.named_modules() if is_block(n, m))
    handle = block.register_forward_pre_hook(take, with_kwargs=True)
    try:
        model(**given)
    except Enough:
        pass
    finally:
        handle.remove()
    return found[0]


def measure(name, fields):
    torch.manual_seed(0)
    config = CONFIG_MAPPING[fields["model_type"]].from_dict(dict(fields))
    config._attn_implementation = "eager"
    file = importlib.import_module(type(config).__module__.replace("configuration_", "modeling_"))
    model = getattr(file, name)(config).eval()
    for parameter in model.parameters():  # so that no layer starts as nothing
        if parameter.dim() > 0 and float(parameter.abs().max()) < 1e-3:
            torch.nn.init.normal_(parameter, std=0.5)
    given = inputs(config, model)
    calls = []
    blocks = [module for name, module in model.named_modules() if is_block(name, module)]
    handles = [block.register_forward_pre_hook(lambda *call: calls.append(call), with_kwargs=True) for block in blocks]
    model(**given)
    for handle in handles:
        handle.remove()
    order = order_of(config, model, given)
    layers = []
    for module, args, kwargs in calls:
        states = args[0] if args else kwargs.get("hidden_states", kwargs.get("hidden_state"))
        place = layout(states, order)
        total = states.reshape(-1, states.shape[-1]).shape[0]
        asked = [round((k + 0.5) * total / ASKED) for k in range(ASKED)]
        asked = [at if order is None or at in order else at + 1 for at in asked]
        seen = []
        for at in asked:
            tokens = [place(i) for i in seen_from(module, args, kwargs, at) if order is None or i in order]
            rows, columns = [t[0] for t in tokens], [t[1] for t in tokens]
            box = [min(rows), max(rows), min(columns), max(columns)]
            whole = len(set(tokens)) == (box[1] - box[0] + 1) * (box[3] - box[2] + 1)
            seen.append([*place(at), *box] if whole else [*place(at), *box, len(set(tokens))])
        layers.append({"shape": list(states.shape), "seen": seen})
    return layers


ABOUT = (
    "patches that see a patch, measured by tests/measure/executed/squares.py with transformers {}: row, column, first row, last row, "
    "first column, last column. Within: some of the patches between them do not change, because the change is less than "
    "float32 holds. Tokens: a layer turns or pools its tokens, and only their number is known"
)


def short(layers, places_hold):
    """Layers as the tests read them; equal layers in a row are one, with their number."""
    out = []
    for layer in layers:
        shape, seen = layer["shape"], layer["seen"]
        side = round((shape[0] * shape[1]) ** 0.5)  # of the image, whose windows may lie along the first axis
        made = {"grid": shape[1:3] if len(shape) == 4 else [side, side] if len(shape) == 3 else list(GRID)}
        if all(len(box) == 6 for box in seen):
            made["seen"] = seen
        elif places_hold:
            made["within"] = [box[:6] for box in seen]
        else:
            made["tokens"] = max(box[6] for box in seen if len(box) == 7)
        if out and {k: v for k, v in out[-1].items() if k != "times"} == made:
            out[-1]["times"] = out[-1].get("times", 1) + 1
        else:
            out.append(made)
    return out


def main(target):
    torch.set_grad_enabled(False)
    models = []
    for name, fields in FILES:
        # SAM's layers keep rows and columns; Hiera's and SAM 2's turn and pool them.
        layers = short(measure(name, fields), "sam_" in fields["model_type"])
        models.append({"config": fields, "class": name, "layers": layers})
    lines = ",\n".join("    " + json.dumps(model, separators=(",", ":")) for model in models)
    with open(target, "w") as file:
        file.write(f'{{\n  "about": {json.dumps(ABOUT.format(transformers.__version__))},\n  "models": [\n{lines}\n  ]\n}}\n')


if __name__ == "__main__":
    main(*sys.argv[1:])
