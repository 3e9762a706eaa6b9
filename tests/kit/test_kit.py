"""Tests an engine with the conformance kit: pytest test_kit.py, with KIT_ENGINE=<module> and KIT=<folder of the kit>.

The module has any of: frequencies(rule), attention_factor(rule), rotate(rule, vector, position), bias(rule, offsets), ids(rule),
move(rule, cached, start, end). Each returns a number, or lists of numbers; an empty list if no rotation moves the key.
KIT_MODEL=<preset, published model or model type> takes the files of that model alone.
"""

import importlib
import json
import os
from pathlib import Path

import pytest

KIT = Path(os.environ.get("KIT", Path(__file__).parent / "kit"))
engine = importlib.import_module(os.environ["KIT_ENGINE"])
index, model = json.loads((KIT / "index.json").read_text()), os.environ.get("KIT_MODEL")
chosen = index["files"] if model is None else next(index[k][model] for k in ("presets", "models", "types") if model in index[k])
FILES = {name: json.loads((KIT / f"{name}.json").read_text()) for name in chosen}
CASES = [pytest.param(file["rule"], each, id=f"{name}: {each['call']}") for name, file in FILES.items() for each in file["checks"]]


def flat(value):
    return [x for item in value for x in flat(item)] if hasattr(value, "__len__") else [float(value)]


def difference(own, right, check):
    """The first value that is too far from the right one, in words; None if there is none."""
    if len(own) != len(right):
        return f"{len(own)} values; there must be {len(right)}"
    for i, (a, b) in enumerate(zip(own, right)):
        if not abs(a - b) <= check["absolute"] + check["relative"] * abs(b):
            return f"value {i} is {a:.7g}; it must be {b:.7g}"
    return None


@pytest.mark.parametrize("rule, check", CASES)
def test_kit(rule, check):
    function = "".join(letter if letter.islower() else f"_{letter.lower()}" for letter in check["call"])
    if not hasattr(engine, function):
        pytest.skip(f"{engine.__name__} has no {function}")
    own = flat(getattr(engine, function)(rule, *check["given"]))
    named = [mistake["says"] for mistake in check["wrong"] if difference(own, mistake["answer"], check) is None]
    found = [*named, difference(own, check["answer"], check)][0]
    if found is not None:
        pytest.fail(f"{function}: {found}", pytrace=False)
