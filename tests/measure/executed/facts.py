"""What one run of a model tells: facts of each attention, tables that were looked up, and layers that were built."""

import json
import re

import masks
import numpy as np
import rotations
import scores
from models import build, inputs_of
from recorder import record
from rotations import digits
from torch import nn
from weightless import is_meta

# Six digits of each frequency: the last position is the longest lever, and the first ones tell whole turns apart.
POSITIONS = [0, 1, 2, 3, 7, 40, 1000, 40_000]
# For rules that change beyond the trained length.
SHORT = [0, 1, 2, 3, 7, 40, 200, 1000]
COUNTED = list(range(8))
TOKENS = list(range(2, 10))
MANY = [2 + i % 300 for i in range(300)]
# Of a relative table, the rows for keys at these distances before the last query and after the first are kept.
DISTANCES = [0, 1, 2, 3, 4, 5, 6, 7, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256]
LENGTH_RULES = re.compile(r'"(rope_)?type": "(dynamic|longrope|su)"')
LOCAL = re.compile(r'_window|window_size|attention_types|attention_layers|"local|local_|block_size|chunk_length|attn_layers|stride')
QUERIES = re.compile(r"(^|\.)(q_proj|query|q_lin|qkv|query_key|query_key_value|c_attn|wq|q|to_q|in_proj_qkv)$")
TABLE = re.compile(r"pos|rel|distance|bucket|wpe")
POSITIONAL = re.compile(r"pos(ition)?[a-z]*_?(emb|enc|bias|table)|rel_pos|pos_conv|position|wpe")
STACK = re.compile(r"layers?$|blocks?$|h$|resblocks$")
GIVEN = ("position_ids", "decoder_position_ids")

cut = False  # whether the calls of an attention are pieces of one sequence


def of_call(call, positions):
    query, key = call["query"], call["key"]
    same = query.shape[-2] == key.shape[-2]
    out = {"name": call["name"], "headDim": query.shape[-1]}
    if query.dim() >= 4:
        out["heads"] = query.shape[1]
    if key.dim() == 4 and not call.get("own"):
        out["keyHeads"] = key.shape[1]
    if call["value"] is not None and call["value"].shape[-1] != query.shape[-1]:
        out["valueDim"] = call["value"].shape[-1]
    if not same:
        out["keysFromElsewhere"] = True
    rotation = rotations.facts(call, query, positions)
    out["rotation"] = packed(rotation)
    of_keys = rotations.facts(call, key, positions) if same else None
    if same and of_keys is not rotation and not alike(of_keys, rotation):
        out["rotationOfKeys"] = packed(of_keys)
    found = scores.facts(call)
    scale = found.pop("scale", None)
    if scale is None and not call.get("own") and "notlinear" not in found:
        scale = call["scale"] if isinstance(call["scale"], (int, float)) else query.shape[-1] ** -0.5 if call["scale"] is None else None
    if scale is not None:
        for name in ("query", "key"):
            scale *= scores.factor_of(call, rotation, name)
        if np.isfinite(scale):  # queries of zeros have none
            out["scale"] = digits(scale, 6)
    if call.get("options", {}).get("s_aux") is not None:
        found["sinks"] = True
    return {**out, **found, "mask": masks.of_call(call)}


def alike(a, b):
    """Equal but for the last digits of numbers."""
    if isinstance(a, dict) and "pairs" in a and isinstance(b, dict) and "pairs" in b:
        x, y = np.array(a["pairs"]), np.array(b["pairs"])
        return x.shape == y.shape and bool(np.allclose(x, y, rtol=1e-4, atol=1e-6)) and alike(a.get("factor"), b.get("factor"))
    if isinstance(a, (int, float)) and isinstance(b, (int, float)):
        return abs(a - b) <= 1e-4 * max(abs(a), abs(b)) + 1e-6
    if isinstance(a, dict) and isinstance(b, dict):
        return a.keys() == b.keys() and all(alike(a[key], b[key]) for key in a)
    if isinstance(a, (list, tuple)) and isinstance(b, (list, tuple)):
        return len(a) == len(b) and all(alike(x, y) for x, y in zip(a, b))
    return a == b


def packed(rotation):
    """Pairs as runs: [channel a, channel b, step of both, count, first and last frequency], geometric in between."""
    if rotation is None:
        return None
    if "packed" not in rotation:
        rotation["packed"] = runs_and_rest(rotation)
    return rotation["packed"]


def runs_and_rest(rotation):
    out = {k: v for k, v in rotation.items() if k not in ("pairs", "grid")}
    if "pairs" in rotation:
        out["runs"] = runs_of(rotation["pairs"])
    if "grid" in rotation:
        grid = rotation["grid"]
        out["grid"] = {"before": grid["before"], "order": grid["order"]}
        for axis, at in (("rows", 2), ("columns", 3)):
            out["grid"][axis] = runs_of([[p[0], p[1], p[at]] for p in grid["pairs"] if p[at] != 0], 2e-6)
    return out


def runs_of(pairs, error=1e-11):
    """@param error of a measured frequency: float32 angles at the last position, or of the neighbour in a grid"""
    runs = []
    for pair in sorted(pairs):
        if not (runs and fits_run(runs[-1], pair, error)):
            runs.append([])
        runs[-1].append(pair)
    return [[r[0][0], r[0][1], r[1][0] - r[0][0] if len(r) > 1 else 0, len(r), r[0][2], r[-1][2]] for r in runs]


def fits_run(run, pair, error):
    """Whether a pair continues equal steps of channels and a geometric row of frequencies."""
    both = [*run, pair]
    if len({(b[0] - a[0], b[1] - a[1]) for a, b in zip(both, both[1:])}) > 1 or pair[0] - run[-1][0] != pair[1] - run[-1][1]:
        return False
    first, last = both[0][2], both[-1][2]
    if first * last <= 0:
        return False
    ratio = (last / first) ** (1 / len(run))
    return all(abs(p[2] - first * ratio**i) < 2e-5 * abs(p[2]) + error for i, p in enumerate(both))


def spans(numbers):
    out = []
    for number in sorted(set(numbers)):
        if out and number == out[-1][1] + 1:
            out[-1][1] = number
        else:
            out.append([number, number])
    return ",".join(f"{a}" if a == b else f"{a}-{b}" for a, b in out)


def grouped(calls):
    """Layers of a stack with equal facts become one entry, with their numbers."""
    groups = {}
    for call in calls:
        match = re.match(r"^(.*?)(?<![a-zA-Z0-9_])(\d+)(\..*)?$", call["name"])
        stack = f"{match[1]}*{match[3] or ''}" if match else call["name"]
        facts = {k: v for k, v in call.items() if k != "name"}
        key = (stack, json.dumps(facts, sort_keys=True))
        groups.setdefault(key, (facts, []))[1].append(int(match[2]) if match else 0)
    return [
        {"stack": stack, "at": spans(at), **({} if len(set(at)) == len(at) else {"calls": len(at)}), **facts}
        for (stack, _), (facts, at) in groups.items()
    ]


def tables_of(recorded):
    out = []
    for name, table, ids in recorded.lookups:
        if TABLE.search(name):
            rows = {"name": re.sub(r"(?<![a-zA-Z0-9_])\d+", "*", name), "rows": table.shape[0], "width": table.shape[1]}
            if is_meta(table):
                rows["sinusoidal"] = None  # too large to get numbers
            elif is_sinusoidal(table):
                rows["sinusoidal"] = True
            if ids.dim() > 1 and ids.shape[-1] == ids.shape[-2] > 1:
                square = ids.reshape(-1, *ids.shape[-2:])[0]
                far = [distance for distance in DISTANCES if distance < len(square)]
                rows["before"], rows["after"] = square[-1].flip(0)[far].tolist(), square[0][far].tolist()
            else:
                rows["looked"] = ids.reshape(-1)[:8].tolist()
            if rows not in out:
                out.append(rows)
    return out[:6]


def is_sinusoidal(table):
    """Whether the rows have the length of sines beside their cosines."""
    rows, width = table.shape
    squares = (table.double() ** 2).sum(1)[5:]
    return rows > 8 and width >= 4 and bool((squares - width / 2).abs().max() < 1e-2 * width)


def shapes_of(model):
    """Weights and buffers that are named after positions."""
    named = [*model.named_parameters(), *model.named_buffers()]
    found = {re.sub(r"(?<![a-zA-Z0-9_])\d+", "*", n): list(w.shape) for n, w in named if POSITIONAL.search(n)}
    return [[name, shape] for name, shape in found.items()][:8]


def unseen_in(model, calls, built):
    """Layers that project queries and whose attention was not recorded, by stack: block-sparse ones, and functions of torch."""
    queries = [name for name, _ in model.named_modules() if QUERIES.search(name)]
    found = []
    for stack, count in built.items():
        seen = {call["name"] for call in calls}
        for_each = ((at, f"{stack}.{at}.") for at in range(count))
        hidden = [at for at, of in for_each if any(q.startswith(of) for q in queries) and not any(f"{n}.".startswith(of) for n in seen)]
        if hidden:
            found.append([stack, spans(hidden)])
    return found


def stacks_of(model):
    named = ((n, m) for n, m in model.named_modules() if isinstance(m, nn.ModuleList) and STACK.search(n) and not re.search(r"\.\d", n))
    return {name: len(module) for name, module in named if len(module)}


def run_first(model, positions):
    """The first run without an error, of given positions, of counted ones, and of none; else the one with most attention."""
    best = None
    for ids in (positions, COUNTED, None):
        inputs = inputs_of(model, TOKENS, ids)
        used = ids if ids is not None and any(name in inputs for name in GIVEN) else COUNTED
        recorded, error = record(model, inputs)
        if best is None or not error or len(recorded.calls) > len(best[0].calls):
            best = (recorded, used, error, inputs)
        if not error:
            break
    return best


def of_config(config):
    """Everything that is measured of one model."""
    model = build(config)
    text = json.dumps(config.to_dict(), default=str)
    by_length = LENGTH_RULES.search(text) is not None
    recorded, used, error, inputs = run_first(model, SHORT if by_length else POSITIONS)
    calls = [of_call(call, used) for call in recorded.calls]
    if cut:
        add_lengths(calls, recorded.calls)
    out = {"class": type(model).__name__, "built": stacks_of(model), "tables": tables_of(recorded), "weights": shapes_of(model)}
    if error:
        out["error"] = re.sub(r"/\S*/", "", error)
    if any(name in inputs for name in GIVEN):
        if out["tables"]:  # the rows that the class looks up by itself
            out["tables"] = tables_of(record(model, inputs_of(model, TOKENS))[0]) or out["tables"]
        if by_length and not error:
            out["long"] = long_of(model)
        if "mrope" in text and not error:
            out["axes"] = axes_of(model, used)
    relative = any("before" in table for table in out["tables"])
    short = LOCAL.search(text) and any("tokens" in call["mask"] for call in calls)
    if "input_ids" in inputs and not error and (relative or short):
        long, failed = record(model, inputs_of(model, MANY), light=True)
        watch_windows(long, calls)
        if relative and not failed:
            out["tables"] = tables_of(long)
    hidden = unseen_in(model, calls, out["built"])
    if hidden:
        out["unseen"] = hidden
    out["layers"] = grouped(calls)
    return out


def add_lengths(calls, recorded):
    """The tokens of each piece that an attention cuts its sequence into, by its calls or along their batch."""
    lengths = {}
    for call in recorded:
        lengths.setdefault(call["name"], []).extend([call["query"].shape[-2]] * call["query"].shape[0])
    for call in calls:
        call["mask"]["lengths"] = lengths[call["name"]]


def long_of(model):
    """Rotations at long positions, for rules that depend on the length."""
    recorded, error = record(model, inputs_of(model, TOKENS, POSITIONS))
    found = []
    for call in recorded.calls if not error else []:
        rotation = packed(rotations.facts(call, call["query"], POSITIONS))
        if rotation and rotation not in found:
            found.append(rotation)
    return found[:4]


def axes_of(model, used):
    """First channels of the pairs that turn with each axis of positions."""
    found = []
    for axis in range(3):
        inputs = inputs_of(model, TOKENS, used)
        ids = inputs["position_ids"].new_zeros(3, 1, len(used))
        ids[axis] = inputs["position_ids"]
        recorded, error = record(model, {**inputs, "position_ids": ids})
        if error:
            return None
        turned = (rotations.facts(call, call["query"], used) for call in recorded.calls[:8])
        pairs = next((r["pairs"] for r in turned if r and "pairs" in r), [])
        found.append(spans([a for a, _, _ in pairs]))
    return found


def watch_windows(long, calls):
    """Takes windows from a run of 300 tokens where eight tokens were too few."""
    if [call["name"] for call in long.calls] == [call["name"] for call in calls]:
        for far, call in zip(long.calls, calls):
            call["mask"] = masks.of_call(far)
