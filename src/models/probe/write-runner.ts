/** Programs that run a probe in the engines that were tried, and write the answers. */
export const pythonRunner = `"""Runs this probe: python run.py transformers|mlx|onnx. Then: posenc probe read answers.json --plan=probe.json"""
import json
import shutil
import subprocess
import sys
from pathlib import Path

folder = Path(__file__).parent
plan = json.loads((folder / "probe.json").read_text())


def transformers():
    import torch
    from transformers import AutoModelForCausalLM

    model = AutoModelForCausalLM.from_pretrained(folder, attn_implementation="eager", dtype=torch.float32)

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


def onnx():
    """The model builder needs a tokenizer of transformers."""
    import numpy as np
    import onnxruntime_genai as og
    from transformers import PreTrainedTokenizerFast

    source, graph = folder / "onnx-source", folder / "onnx"
    source.mkdir(exist_ok=True)
    for name in ("config.json", "model.safetensors"):
        shutil.copy(folder / name, source)
    spare = f"<{plan['vocab'] - 1}>"
    tokenizer = PreTrainedTokenizerFast(
        tokenizer_file=str(folder / "tokenizer.json"), bos_token=spare, eos_token=spare, pad_token=spare
    )
    tokenizer.save_pretrained(source)
    build = [sys.executable, "-m", "onnxruntime_genai.models.builder", "-m", "probe", "-i", source, "-o", graph]
    subprocess.run([*build, "-p", "fp32", "-e", "cpu", "-c", folder / "onnx-cache"], check=True)
    model = og.Model(str(graph))

    def run(prompt):
        parameters = og.GeneratorParams(model)
        parameters.set_search_options(max_length=len(prompt) + 1, do_sample=False)
        generator = og.Generator(model, parameters)
        generator.append_tokens(np.array(prompt, np.int32))
        logits = np.asarray(generator.get_output("logits")[0], np.float64)
        return (logits - np.logaddexp.reduce(logits, axis=-1, keepdims=True)).tolist()

    return run


def largest(row):
    if "top" not in plan:
        return row
    return {token: row[token] for token in sorted(range(len(row)), key=lambda token: -row[token])[: plan["top"]]}


run = {"transformers": transformers, "mlx": mlx, "onnx": onnx}[sys.argv[1]]()
prompts = plan.get("prompts", [plan["prompt"]])
answers = [{"tokens": prompt, "logprobs": [largest(row) for row in run(prompt)]} for prompt in prompts]
(folder / "answers.json").write_text(json.dumps(answers if "top" in plan else answers[0]))
`;

export const nodeRunner = `// Runs this probe in llama.cpp: npm install node-llama-cpp, then node run.mjs. Then: posenc probe read answers.json --plan=probe.json
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { getLlama } from "node-llama-cpp";

const at = (name) => new URL(name, import.meta.url);
const plan = JSON.parse(readFileSync(at("probe.json"), "utf8"));
const llama = await getLlama({ gpu: false });
const model = await llama.loadModel({ modelPath: fileURLToPath(at("model.gguf")) });
const options = { temperature: 1, topK: 0, topP: 1, minP: 0 };
const answers = [];
for (const tokens of plan.prompts ?? [plan.prompt]) {
  const context = await model.createContext({ contextSize: tokens.length + 8 });
  const wanted = tokens.map((token) => [token, { generateNext: { probabilities: true, options } }]);
  const rows = await context.getSequence().controlledEvaluate(wanted);
  const logprobs = rows.map(({ next }) => {
    const row = [...next.probabilities].map(([token, p]) => [token, Math.log(p)]).sort((a, b) => b[1] - a[1]);
    if (plan.top !== undefined) return Object.fromEntries(row.slice(0, plan.top));
    return row.sort((a, b) => a[0] - b[0]).map(([, value]) => value);
  });
  answers.push({ tokens, logprobs });
  await context.dispose();
}
writeFileSync(at("answers.json"), JSON.stringify(plan.top === undefined ? answers[0] : answers));
process.exit(0); // the engine's threads would keep the program
`;
