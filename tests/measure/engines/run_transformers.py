"""Runs probes in transformers with its own attention in PyTorch. DTYPE: float32 or bfloat16."""

import os

import torch
from transformers import AutoModelForCausalLM

from probes import each, log_probabilities


def answer(folder, plan):
    model = AutoModelForCausalLM.from_pretrained(folder, attn_implementation="eager", dtype=getattr(torch, os.environ.get("DTYPE", "float32")))
    with torch.no_grad():
        return log_probabilities(model.eval()(torch.tensor([plan["prompt"]])).logits[0].float())


each(os.environ.get("ENGINE", "transformers"), answer)
