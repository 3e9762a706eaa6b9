"""Tests an engine with the conformance kit: pytest test_kit.py, with KIT_ENGINE=<module> and KIT=<folder of the kit>.

The module has any of: frequencies(rule), attention_factor(rule), rotate(rule, vector, position), bias(rule, offsets), ids(rule),
move(rule, cached, start, end), which gives None if no rotation moves the key.
KIT_MODEL=<preset, published model or model type> takes the files of that model alone. KIT_TOLERANCE: default 3e-4, for float32.
"""

import importlib
import json
import os
from pathlib import Path

import pytest

KIT = Path(os.environ.get("KIT", Path(__file__).parent / "kit"))
TOLERANCE = float(os.environ.get("KIT_TOLERANCE", 3e-4))
engine = importlib.import_module(os.environ["KIT_ENGINE"])
index = json.loads((KIT / "index.json").read_text())
model = os.environ.get("KIT_MODEL")
chosen = index["files"] if model is None else next(index[k][model] for k in ("presets", "models", "types") if model in index[k])
FILES = {name: json.loads((KIT / f"{name}.json").read_text()) for name in chosen}


def flat(value):
    return [x for item in value for x in flat(item)] if hasattr(value, "__len__") and not isinstance(value, str) else [value]


def difference(own, right, tolerance=TOLERANCE):
    """The first value that is too far from the right one, in words; None if there is none. None among the right ones means any."""
    own, right = flat(own), flat(right)
    if len(own) != len(right):
        return f"{len(own)} values; there must be {len(right)}"
    far = (i for i, (a, b) in enumerate(zip(own, right)) if b is not None and not abs(float(a) - float(b)) <= tolerance)
    return next((f"value {i} is {float(own[i]):.7g}; it must be {float(right[i]):.7g}" for i in far), None)


def check(function, arguments, right, wrong, tolerance=TOLERANCE):
    if not hasattr(engine, function):
        pytest.skip(f"{engine.__name__} has no {function}")
    own = getattr(engine, function)(*arguments)
    if own is None or right is None:
        assert own is right, f"{function}: {wrong[0][0]}"
        return
    found = difference(own, right, tolerance)
    named = [says for says, answer in wrong if difference(own, answer, tolerance) is None]
    if found is not None:
        pytest.fail(f"{function}: {named[0] if named else f'{found} (not one usual mistake, perhaps two)'}", pytrace=False)


@pytest.mark.parametrize("name", FILES)
def test_kit(name):
    file = FILES[name]
    rule = file["rule"]
    if file["kind"] == "bias":
        wrong = [(each["says"], each["values"]) for each in file["wrong"]]
        return check("bias", (rule, file["offsets"]), file["values"], wrong)
    if file["kind"] == "move":
        wrong = [(each["says"], each["moved"]) for each in file["wrong"]]
        return check("move", (rule, [float(x) for x in file["cached"]], file["from"], file["to"]), file["moved"], wrong)
    if file["kind"] == "ids":
        return check("ids", (rule,), file["ids"], [(each["says"], each["ids"]) for each in file["wrong"]], 0)
    wrong = [(each["says"], each["rotatedQuery"]) for each in file["wrong"]]
    check("rotate", (rule, file["query"], file["queryPosition"]), file["rotatedQuery"], wrong)
    check("rotate", (rule, file["key"], file["keyPosition"]), file["rotatedKey"], [])


@pytest.mark.parametrize("name", [name for name in FILES if FILES[name]["kind"] == "rotation"])
def test_frequencies(name):
    # Relative to each frequency: float32 keeps 2^-24 of it.
    right = [float(f) for f in FILES[name]["frequencies"]]
    if hasattr(engine, "frequencies"):
        own = flat(engine.frequencies(FILES[name]["rule"]))
        assert len(own) == len(right), f"{len(own)} frequencies; there must be {len(right)}"
        for pair, (a, b) in enumerate(zip(own, right)):
            assert abs(a - b) <= 1e-5 * b, f"pair {pair} turns by {a:.7g} radians per position; it must turn by {b:.7g}"
    check("attention_factor", (FILES[name]["rule"],), FILES[name]["attentionFactor"], [], 1e-5)


@pytest.mark.parametrize("name", FILES)
def test_wrong_answers_fail(name):
    file = FILES[name]
    answer = {"rotation": "rotatedQuery", "bias": "values", "ids": "ids", "move": "moved"}[file["kind"]]
    for each in file["wrong"] if file[answer] is not None else []:
        assert difference(each[answer], file[answer], 1e-3) is not None
