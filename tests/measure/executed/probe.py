"""Executes modeling code of transformers and measures its use of positions.

usage: python probe.py CONFIGS.json FACTS.jsonl [first] [count]
CONFIGS.json: [{"name": …, "config": {…}}, …]. Each config adds a line to FACTS.jsonl; names that are there are left out.
"""

import gc
import json
import logging
import os
import re
import resource
import signal
import sys
import time
import warnings

os.environ.setdefault("HF_HUB_OFFLINE", "1")
warnings.filterwarnings("ignore")
logging.disable(logging.CRITICAL)

import torch  # noqa: E402
import facts  # noqa: E402
import masks  # noqa: E402
import models  # noqa: E402
import rotations  # noqa: E402
import weightless  # noqa: E402

SECONDS = 60
MEMORY = 7 << 30
TEXTS = ("text_config", "thinker_config", "llm_config", "decoder_config", "language_config", "vlm_config")


class Late(BaseException):
    """A model took too long."""


def late(*_):
    raise Late


measured = {}


def attempt(config):
    """The facts of a config. Composites repeat parts, which are measured once."""
    key = (type(config), json.dumps(config.to_dict(), default=str, sort_keys=True))
    if key not in measured:
        try:
            measured[key] = facts.of_config(config)
        except Exception as error:
            measured[key] = {"error": reason(error)}
    return measured[key]


def reason(error):
    return re.sub(r"/\S*/", "", f"{type(error).__name__}: {error}")[:160]


def measure(config, depth=2):
    """The model, or of a composite each part. A part whose class needs its composite is run as a whole."""
    parts = models.parts_of(config) if depth else {}
    out = {"type": config.model_type}
    # The decoder of MaskFormer is not a text.
    text = next((name for name in TEXTS if name in parts and parts[name].model_type != "detr"), None)
    if text is None:
        out.update(attempt(config))
    for name, part in parts.items():
        out.setdefault("parts", {})[name] = measure(part, depth - 1)
    if text is not None and "error" in out["parts"][text]:
        whole = attempt(config)
        if whole.get("layers"):
            out.update(whole)
    return out


def of(item):
    signal.signal(signal.SIGALRM, late)
    signal.alarm(SECONDS)
    began = time.monotonic()
    try:
        out = measure(models.config_of(item["config"]))
    except Late:
        out = {"error": f"over {SECONDS} s"}
    except Exception as error:
        out = {"error": reason(error)}
    finally:
        signal.alarm(0)
        masks.seen.clear()
        rotations.known.clear()
        weightless.vectors.clear()
        gc.collect()
    return {"name": item["name"], "seconds": round(time.monotonic() - began, 2), **out}


def main(source, target, first=0, count=10**9):
    resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))
    gc.freeze()  # what was imported is not searched again after each model
    torch.set_num_threads(1)
    torch.set_grad_enabled(False)
    with open(source) as file:
        todo = json.load(file)[int(first) : int(first) + int(count)]
    done = set()
    if os.path.exists(target):
        with open(target) as file:
            done = {json.loads(line)["name"] for line in file}
    with open(target, "a") as file:
        for item in todo:
            if item["name"] not in done:
                file.write(json.dumps(of(item), default=str) + "\n")
                file.flush()


if __name__ == "__main__":
    main(*sys.argv[1:])
