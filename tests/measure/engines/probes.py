"""What all engines share: each gets folders of probes, and writes ENGINE.f32 or ENGINE.error into each.

ENGINE.f32 has the log-probabilities of all tokens after each token of the prompt, float32, row by row.
"""

import json
import sys
import traceback
from pathlib import Path

import numpy as np


def log_probabilities(logits):
    logits = np.asarray(logits, np.float64)
    logits -= logits.max(-1, keepdims=True)
    return logits - np.log(np.exp(logits).sum(-1, keepdims=True))


def last_line(error):
    lines = [line for line in str(error).strip().splitlines() if line.strip()]
    return f"{type(error).__name__}: {lines[-1].strip() if lines else ''}"[:300]


def each(engine, answer):
    """Calls `answer(folder, plan)` for each folder of the command line, and each prompt. It returns log-probabilities."""
    for folder in map(Path, sys.argv[1:]):
        for old in (folder / f"{engine}.f32", folder / f"{engine}.error"):
            old.unlink(missing_ok=True)
        try:
            plan = json.loads((folder / "probe.json").read_text())
            prompts = plan.get("prompts", [plan["prompt"]])
            rows = [answer(folder, {**plan, "prompt": prompt}) for prompt in prompts]
            np.concatenate(rows).astype(np.float32).tofile(folder / f"{engine}.f32")
            print(engine, folder.name, "ok", flush=True)
        except Exception as error:  # an engine's own error is an answer, too
            traceback.print_exc()
            # Names of folders of this machine say nothing to others.
            says = last_line(error).replace(f"{folder}/", "")
            (folder / f"{engine}.error").write_text(says)
            print(engine, folder.name, says, flush=True)
