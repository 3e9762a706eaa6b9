"""Runs probes in ONNX Runtime: the model builder of ONNX Runtime GenAI writes a graph, float32, for the CPU."""

import shutil
import sys
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import onnxruntime
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
    return graph / "model.onnx"


def answer(folder, plan):
    session = onnxruntime.InferenceSession(str(build(folder, plan)), providers=["CPUExecutionProvider"])
    prompt = np.array([plan["prompt"]], np.int64)
    feed = {"input_ids": prompt, "attention_mask": np.ones_like(prompt)}
    for given in session.get_inputs():
        if given.name == "position_ids":
            feed[given.name] = np.arange(prompt.shape[1], dtype=np.int64)[None]
        elif given.name.startswith("past"):
            feed[given.name] = np.zeros((1, given.shape[1], 0, given.shape[3]), np.float32)
    return log_probabilities(session.run(["logits"], feed)[0][0])


try:
    each("onnxruntime-genai", answer)
finally:
    for path in map(Path, sys.argv[1:]):
        for made in ("graph", "source"):
            shutil.rmtree(path / made, ignore_errors=True)
