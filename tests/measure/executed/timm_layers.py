"""Runs vision transformers of timm without weights, and measures each attention as probe.py does.

usage: python timm_layers.py FACTS.jsonl NAME …
"""

import json
import sys

import facts
import masks
import rotations
import timm
import torch
import weightless
from recorder import record


def measured(name):
    with weightless.construction():
        model = timm.create_model(name, pretrained=False)
    model.eval()
    size = model.pretrained_cfg["input_size"]
    recorded, error = record(model, {"x": torch.zeros(1, *size)})
    calls = [facts.of_call(call, facts.COUNTED) for call in recorded.calls]
    if any("rope" in name for name, _ in model.named_parameters()):  # learned: only that they rotate is the class's
        for call in calls:
            for rotation in (call["rotation"], call.get("rotationOfKeys")):
                grid = (rotation or {}).pop("grid", None)
                if grid is not None:
                    rotation["irregular"] = sum(run[3] for run in grid["rows"])
    out = {"type": name, "class": type(model).__name__, "built": facts.stacks_of(model)}
    out.update(tables=facts.tables_of(recorded), weights=facts.shapes_of(model), **({"error": error} if error else {}))
    return {"name": name, "config": {"architecture": name}, **out, "layers": facts.grouped(calls)}


def main(target, *names):
    torch.set_num_threads(1)
    torch.set_grad_enabled(False)
    with open(target, "w") as file:
        for name in names:
            found = measured(name)
            file.write(json.dumps(found, default=str) + "\n")
            file.flush()
            print(name, found.get("error", f"{len(found['layers'])} groups"), flush=True)
            masks.seen.clear()
            rotations.known.clear()
            weightless.vectors.clear()


if __name__ == "__main__":
    main(*sys.argv[1:])
