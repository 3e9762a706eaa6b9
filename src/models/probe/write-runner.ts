/** A Python program that runs a probe in the engines that were tried, and writes the answers. */
export const runner = `"""Runs this probe: python run.py transformers|mlx. Then: posenc probe read answers.json --plan=probe.json"""
import json
import sys
from pathlib import Path

folder = Path(__file__).parent
plan = json.loads((folder / "probe.json").read_text())


def transformers():
    import torch
    from transformers import AutoModelForCausalLM

    load = AutoModelForCausalLM.from_pretrained
    model = load(folder, attn_implementation="eager", dtype=torch.float32)

    def run(prompt):
        with torch.no_grad():
            return model(torch.tensor([prompt])).logits[0].float().log_softmax(-1).tolist()

    return run


def mlx():
    import mlx.core as mx
    from mlx_lm.utils import load_model

    model, _ = load_model(folder)

    def run(prompt):
        logits = model(mx.array([prompt]))[0].astype(mx.float32)
        return (logits - mx.logsumexp(logits, axis=-1, keepdims=True)).tolist()

    return run


def largest(row):
    if "top" not in plan:
        return row
    return {token: row[token] for token in sorted(range(len(row)), key=lambda token: -row[token])[: plan["top"]]}


run = {"transformers": transformers, "mlx": mlx}[sys.argv[1]]()
prompts = plan.get("prompts", [plan["prompt"]])
answers = [{"tokens": prompt, "logprobs": [largest(row) for row in run(prompt)]} for prompt in prompts]
(folder / "answers.json").write_text(json.dumps(answers if "top" in plan else answers[0]))
`;
