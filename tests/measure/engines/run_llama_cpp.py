"""Runs probes in llama.cpp: its own converter writes a GGUF file, and llama_logits its log-probabilities.

LLAMA_CPP is the folder of its sources, LLAMA_RUN the program, LLAMA_BACKENDS the folder of its libraries, LLAMA_CACHE
the type of the cache, f32 or f16; LLAMA_TYPE the type of the file, ALL_F32 if it is not set. LLAMA_FILE is a .gguf file of the probe, to be run as it is.
"""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np

root = os.environ["LLAMA_CPP"]
sys.path[:0] = [root, f"{root}/gguf-py"]
import gguf
import torch
from conversion import ModelBase, ModelType, get_model_architecture, get_model_class

from probes import each

USER_DEFINED = 4


def with_tokens(count):
    """A vocabulary of numbers, in place of the one that the converter would read from a tokenizer."""

    def set_vocab(self):
        writer = self.gguf_writer
        writer.add_tokenizer_model("llama")
        writer.add_tokenizer_pre("default")
        writer.add_token_list([f"<{token}>" for token in range(count)])
        writer.add_token_scores([0.0] * count)
        writer.add_token_types([USER_DEFINED] * count)
        writer.add_bos_token_id(count - 1)
        writer.add_eos_token_id(count - 1)
        writer.add_unk_token_id(count - 1)
        writer.add_add_bos_token(False)
        writer.add_add_eos_token(False)
        writer.add_add_space_prefix(False)

    return set_vocab


def convert(folder, plan):
    file = folder / "converted.gguf"
    own = get_model_class(get_model_architecture(ModelBase.load_hparams(folder, False), ModelType.TEXT))
    inner = [value for value in vars(own).values() if isinstance(value, type) and issubclass(value, ModelBase)]
    for each_class in (own, *inner):
        each_class.set_vocab = with_tokens(plan["vocab"])
    with torch.inference_mode():
        # A name with "phi3" in it asks for tokens that a probe does not have.
        own(folder, gguf.LlamaFileType[os.environ.get("LLAMA_TYPE", "ALL_F32")], file, model_name="probe").write()
    return file


def answer(folder, plan):
    own, out = os.environ.get("LLAMA_FILE"), folder / "llama.raw"
    file = folder / own if own else convert(folder, plan)
    prompt = plan["prompt"]
    np.asarray(prompt, np.int32).tofile(folder / "prompt.i32")
    command = [os.environ["LLAMA_RUN"], os.environ["LLAMA_BACKENDS"], file, folder / "prompt.i32", out]
    command += [str(len(prompt)), os.environ.get("LLAMA_CACHE", "f32")]
    ran = subprocess.run(command, capture_output=True, text=True, errors="replace")
    if ran.returncode:
        lines = [line for line in ran.stderr.splitlines() if "error" in line]
        raise RuntimeError(lines[0] if lines else f"ended with {ran.returncode}")
    rows = np.fromfile(out, np.float32).reshape(-1, plan["vocab"])
    for path in (out,) if own else (out, file):
        path.unlink()
    return rows


each(os.environ.get("ENGINE", "llama-cpp"), answer)
