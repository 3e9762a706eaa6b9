"""Runs probes in mlx-lm, float32, on the CPU."""

import mlx.core as mx
from mlx_lm.utils import load_model

from probes import each, log_probabilities

mx.set_default_device(mx.cpu)


def answer(folder, plan):
    model, _ = load_model(folder)
    return log_probabilities(model(mx.array([plan["prompt"]]))[0].astype(mx.float32))


each("mlx", answer)
