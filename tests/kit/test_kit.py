"""Tests an engine with the conformance kit: pytest test_kit.py, with KIT_ENGINE=<module> and KIT=<folder of the kit>.

The module has any of: frequencies(rule), attention_factor(rule), rotate(rule, vector, position), bias(rule, offsets), ids(rule),
move(rule, cached, start, end), which gives None if no rotation moves the key.
KIT_MODEL=<preset, published model or model type> takes the files of that model alone.
"""

import importlib
import json
import os
from pathlib import Path

import pytest

KIT = Path(os.environ.get("KIT", Path(__file__).parent / "kit"))
engine = importlib.import_module(os.environ["KIT_ENGINE"])
index = json.loads((KIT / "index.json").read_text())
model = os.environ.get("KIT_MODEL")
chosen = index["files"] if model is None else next(index[k][model] for k in ("presets", "models", "types") if model in index[k])
CASES = [(name, check) for name in chosen for check in index["checks"][index["files"][name]]]


def flat(value):
    return [x for item in value for x in flat(item)] if hasattr(value, "__len__") and not isinstance(value, str) else [value]


def difference(own, right, check):
    """The first value that is too far from the right one, in words; None if there is none. None in a list of right ones means any."""
    if own is None or right is None:
        return None if own is right else f"{own}; it must be {right}"
    own, right = flat(own), flat(right)
    if len(own) != len(right):
        return f"{len(own)} values; there must be {len(right)}"
    pairs = [(i, float(a), float(b)) for i, (a, b) in enumerate(zip(own, right)) if b is not None]
    far = ((i, a, b) for i, a, b in pairs if not abs(a - b) <= check["absolute"] + check["relative"] * abs(b))
    return next((f"value {i} is {a:.7g}; it must be {b:.7g}" for i, a, b in far), None)


@pytest.mark.parametrize("name, check", CASES, ids=[f"{name}: {check['answer']}" for name, check in CASES])
def test_kit(name, check):
    file, answer = json.loads((KIT / f"{name}.json").read_text()), check["answer"]
    mistakes = [each for each in file["wrong"] if answer in each]
    for each in mistakes:
        assert difference(each[answer], file[answer], check), f"the reader accepts a mistake: {each['says']}"
    function = "".join(letter if letter.islower() else f"_{letter.lower()}" for letter in check["call"])
    if not hasattr(engine, function):
        pytest.skip(f"{engine.__name__} has no {function}")
    own = getattr(engine, function)(file["rule"], *(file[field] for field in check["given"]))
    found = difference(own, file[answer], check)
    # If the file expects no answer, every answer is this mistake.
    named = [each["says"] for each in mistakes if file[answer] is None or difference(own, each[answer], check) is None]
    if found is not None:
        pytest.fail(f"{function}: {named[0] if named else f'{found} (not one usual mistake, perhaps two)'}", pytrace=False)
