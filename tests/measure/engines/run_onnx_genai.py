"""Runs probes in ONNX Runtime GenAI: its model builder writes a graph, float32, for the CPU, and its generator runs it."""

import shutil
import sys
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import onnxruntime_genai
from tokenizers import Tokenizer, models
from transformers import PreTrainedTokenizerFast

from probes import each, log_probabilities

sys.path.insert(0, str(Path(find_spec("onnxruntime_genai").submodule_search_locations[0]) / "models"))
import builder


def build(folder, plan):
    graph = folder / "graph"
    shutil.rmtree(graph, ignore_errors=True)
    spare = f"<{plan['vocab'] - 1}>"
    words = models.WordLevel({f"<{token}>": token for token in range(plan["vocab"])}, unk_token=spare)
    source = folder / "source"
    shutil.copytree(folder, source, dirs_exist_ok=True, ignore=shutil.ignore_patterns("source", "*.f32", "*.gguf"))
    PreTrainedTokenizerFast(
        tokenizer_object=Tokenizer(words), bos_token=spare, eos_token=spare, pad_token=spare
    ).save_pretrained(source)
    arguments = ("probe", str(source), str(graph), "fp32", "cpu", str(graph / "cache"))
    options = builder.parse_extra_options(*arguments, [])
    builder.create_model(*arguments, **options)
    return graph


def answer(folder, plan):
    model = onnxruntime_genai.Model(str(build(folder, plan)))
    parameters = onnxruntime_genai.GeneratorParams(model)
    parameters.set_search_options(max_length=len(plan["prompt"]) + 1, do_sample=False)
    generator = onnxruntime_genai.Generator(model, parameters)
    generator.append_tokens(np.array(plan["prompt"], np.int32))
    return log_probabilities(generator.get_output("logits")[0])


try:
    each("onnxruntime-genai", answer)
finally:
    for path in map(Path, sys.argv[1:]):
        for made in ("graph", "source"):
            shutil.rmtree(path / made, ignore_errors=True)
