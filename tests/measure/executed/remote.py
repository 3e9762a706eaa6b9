"""Runs modeling code that lies in repositories, without weights, and measures each attention as probe.py does.

usage: python remote.py CLONES FACTS.jsonl [name …]     CLONES/<owner>+<name>/repo is a git directory, made if needed
"""

import ast
import importlib
import importlib.util
import json
import subprocess
import sys
import tempfile
import types
from pathlib import Path

import facts
import models
import torch
import transformers
import weightless
from recorder import watch_rotations
from transformers.modeling_rope_utils import ROPE_INIT_FUNCTIONS
from transformers.models.glm.modeling_glm import GlmRotaryEmbedding


class Case:
    def __init__(self, repository, commit, config_file, model_file, config_class, model_class, inputs=None, made=None, **fields):
        self.repository, self.commit, self.files = repository, commit, (config_file, model_file)
        self.classes, self.inputs, self.made, self.fields = (config_class, model_class), inputs, made or {}, fields


INTERN = "internvl_chat/internvl/model/internvl_chat/"
KIMI = "nemo_automodel/components/models/kimivl/model.py"

CASES = {
    "intern_vit_6b": Case("OpenGVLab/InternVL", "2410d1dbf208f0e799459aff9376e5747dbf41a2", INTERN + "configuration_intern_vit.py", INTERN + "modeling_intern_vit.py", "InternVisionConfig", "InternVisionModel", lambda c: {"pixel_values": torch.zeros(1, 3, c.image_size, c.image_size)}, use_flash_attn=False),
    "chatglm": Case("zhangbo2008/chatglm3_annotated", "84fba0f3f9d3026d753bd84360be027881048616", "configuration_chatglm.py", "modeling_chatglm.py", "ChatGLMConfig", "ChatGLMModel", made={"empty_init": False}, num_layers=28, multi_query_attention=True, multi_query_group_num=2, add_qkv_bias=True, rmsnorm=True, original_rope=True, hidden_size=4096, num_attention_heads=32, kv_channels=128, padded_vocab_size=65024, seq_length=8192),
    "baichuan": Case("Mrgengli/baichuan_python", "bac52bfd3a167331cd0eb283d0a3274de89b3f82", "configuration_baichuan.py", "modeling_baichuan.py", "BaichuanConfig", "BaichuanModel", hidden_size=5120, num_attention_heads=40, num_hidden_layers=40),
    "bailing_moe_v2": Case("evelynmitchell/Ring-V2", "4467ce1fd4cf12b3d863f60ed9d571b72926673f", "models/configuration_bailing_moe_v2.py", "models/modeling_bailing_moe_v2.py", "BailingMoeV2Config", "BailingMoeV2Model", hidden_size=2048, num_hidden_layers=4, num_attention_heads=16, num_key_value_heads=4, head_dim=128, partial_rotary_factor=0.5, num_experts=8, num_experts_per_tok=2, n_group=1, topk_group=1, num_shared_experts=1, use_qk_norm=True),
    "moonvit": Case("NVIDIA-NeMo/Automodel", "36044ad3d139363fb6c73c24af2e7c6b65ec52f6", KIMI, KIMI, "MoonViTConfig", "MoonVitPretrainedModel", lambda c: {"pixel_values": torch.zeros(64, 3, c.patch_size, c.patch_size), "grid_hws": torch.tensor([[8, 8]])}),
}


# What version 5 moved from this table into its classes.
ROPE_INIT_FUNCTIONS.setdefault("default", lambda config, device, **_: GlmRotaryEmbedding.compute_default_rope_parameters(config, device))


class Missing:
    """Stands for what a file imports and this environment does not have: it is not called."""

    def __init__(self, *_, **__):
        pass

    def __call__(self, thing=None, *_, **__):
        return thing if callable(thing) else self

    def __getattr__(self, name):
        return Missing()

    def __or__(self, _):
        return object

    __ror__ = __or__

    def __mro_entries__(self, _):
        return ()


masked = []


def unmasked(*_, **__):
    masked.append(True)


def provide(source):
    """Puts a stand-in for each import of a file that fails."""
    tree = ast.parse(source)
    tried = {part for block in ast.walk(tree) if isinstance(block, ast.Try) for part in ast.walk(block)}
    for each in ast.walk(tree):
        if each in tried:  # the file does without it
            continue
        names = [a.name for a in each.names] if isinstance(each, ast.Import) else [each.module] if isinstance(each, ast.ImportFrom) and not each.level else []
        for name in names:
            parts = name.split(".")
            for depth in range(1, len(parts) + 1):
                path = ".".join(parts[:depth])
                try:
                    importlib.import_module(path)
                except ImportError:
                    sys.modules[path] = module = types.ModuleType(path)
                    module.__path__, module.__spec__ = [], importlib.util.spec_from_loader(path, None)
        if isinstance(each, ast.ImportFrom) and not each.level:
            for alias in each.names:
                module = sys.modules[each.module]
                try:
                    getattr(module, alias.name)
                except Exception:
                    # Masks that transformers made for older files: without them, nothing is said of masks.
                    setattr(module, alias.name, unmasked if "4d" in alias.name else Missing())


def loaded(clones, case, folder):
    home = Path(clones) / case.repository.replace("/", "+") / "repo"
    git = ["git", f"--git-dir={home}"]
    if not home.exists():
        subprocess.run(["git", "init", "--bare", "-q", str(home)], check=True)
        subprocess.run([*git, "fetch", "-q", "--depth=1", f"https://github.com/{case.repository}", case.commit], check=True)
    package = Path(folder) / "remote"
    package.mkdir()
    (package / "__init__.py").write_text("")
    for path in case.files:
        text = subprocess.run([*git, "show", f"{case.commit}:{path}"], check=True, capture_output=True, text=True).stdout
        provide(text)
        (package / Path(path).name).write_text(text)
    sys.path.insert(0, folder)
    for name in [name for name in sys.modules if name.split(".")[0] == "remote"]:
        del sys.modules[name]
    config_file, model_file = (importlib.import_module(f"remote.{Path(path).stem}") for path in case.files)
    sys.path.pop(0)
    return getattr(config_file, case.classes[0]), getattr(model_file, case.classes[1])


def measured(clones, name, case):
    with tempfile.TemporaryDirectory() as folder:
        Config, Model = loaded(clones, case, folder)
        config = Config(**case.fields)
        models.set_eager(config)
        models.class_of = lambda _: Model
        facts.build = lambda config: built(Model, config, case.made)
        if case.inputs is not None:
            facts.inputs_of = lambda model, *_: case.inputs(model.config)
        else:
            facts.inputs_of = models.inputs_of
        masked.clear()
        out = facts.of_config(config)
    for layer in out["layers"] if masked else ():
        layer["mask"] = {"pattern": "nothing"}
    where = {"repository": case.repository, "commit": case.commit, "path": case.files[1]}
    return {"name": name, "config": {"model_type": name, **case.fields}, "source": where, "type": name, **out}


def built(Model, config, more):
    with weightless.construction():
        model = Model(config, **more)
    model.eval()
    watch_rotations(model)
    return model


def main(clones, target, *names):
    torch.set_num_threads(1)
    torch.set_grad_enabled(False)
    transformers.logging.set_verbosity_error()
    with open(target, "w") as file:
        for name in names or CASES:
            try:
                found = measured(clones, name, CASES[name])
            except Exception as error:
                if names:
                    raise
                found = {"name": name, "error": f"{type(error).__name__}: {error}"[:200]}
            file.write(json.dumps(found, default=str) + "\n")
            print(name, found.get("error", f"{len(found.get('layers', []))} groups"), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
