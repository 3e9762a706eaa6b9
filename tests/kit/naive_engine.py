"""A small engine in NumPy, float64, for the conformance kit: it shares no code with posenc."""

import numpy as np

TURN = 2 * np.pi


def ramp(rule, scaling, plain):
    """YaRN: 1 where a pair is stretched, 0 where it stays, and between both."""
    pairs, base = len(plain), rule["base"]
    ends = [
        pairs * np.log(scaling["originalLength"] / (TURN * turns)) / np.log(base)
        for turns in (scaling.get("betaFast", 32), scaling.get("betaSlow", 1))
    ]
    low, high = (np.floor(ends[0]), np.ceil(ends[1])) if scaling.get("truncate", True) else ends
    low, high = max(low, 0), min(high, 2 * pairs - 1)
    return np.clip((np.arange(pairs) - low) / max(high - low, 0.001), 0, 1)


def frequencies(rule):
    scaling, width = rule["scaling"], rule["rotaryDim"]
    kind, factor = scaling["type"], scaling.get("factor", 1)
    plain = rule["base"] ** (-np.arange(0, width, 2) / width)
    if rule.get("restartSections"):
        plain = np.concatenate([rule["base"] ** (-np.arange(n) / n) for n in rule["sections"]])
    if kind == "linear":
        plain = plain / factor
    elif kind == "yarn":
        stretched = ramp(rule, scaling, plain)
        plain = plain / factor * stretched + plain * (1 - stretched)
    elif kind == "llama3":
        low, high = scaling["lowFreqFactor"], scaling["highFreqFactor"]
        smooth = np.clip((scaling["originalLength"] * plain / TURN - low) / max(high - low, 1e-9), 0, 1)
        plain = plain / factor * (1 - smooth) + plain * smooth
    elif kind == "longrope":
        is_long = rule.get("currentLength", 0) > scaling["originalLength"]
        plain = plain / np.array(scaling["longFactor" if is_long else "shortFactor"])
    elif kind == "dynamic":
        length = max(rule.get("currentLength", 0), scaling["originalLength"])
        growth = factor * length / scaling["originalLength"] - (factor - 1)
        plain = (rule["base"] * growth ** (width / (width - 2))) ** (-np.arange(0, width, 2) / width)
    elif kind == "proportional":
        turning = np.arange(width // 2) < int(scaling["partialRotaryFactor"] * width / 2)
        plain = np.where(turning, plain / factor, 0)
    return plain


def attention_factor(rule):
    scaling = rule["scaling"]
    factor = scaling.get("factor", 1)
    if "attentionFactor" in scaling:
        return [scaling["attentionFactor"]]
    if scaling["type"] == "yarn" and factor > 1:
        one, all_dims = scaling.get("mscale"), scaling.get("mscaleAllDim")
        size = lambda weight: 0.1 * weight * np.log(factor) + 1
        return [size(one) / size(all_dims) if one and all_dims else size(1)]
    if scaling["type"] == "longrope" and factor > 1:
        return [np.sqrt(1 + np.log(factor) / np.log(scaling["originalLength"]))]
    return [1]


def move(rule, cached, start, end):
    if rule["scaling"]["type"] == "dynamic" and max(start, end) >= rule["scaling"]["originalLength"]:
        return None
    by = (np.array(end) - np.array(start)).tolist()
    x, width, offset = np.array(cached, np.float64), rule["rotaryDim"], rule.get("rotaryOffset", 0)
    moved = rotate(rule, cached, by)
    x[offset : offset + width] = moved[offset : offset + width] / attention_factor(rule)[0]
    return x


def rotate(rule, vector, position):
    x, width, offset = np.array(vector, np.float64), rule["rotaryDim"], rule.get("rotaryOffset", 0)
    pairs = np.arange(width // 2)
    at = np.asarray(position, np.float64)
    if at.ndim:
        sections = rule["sections"]
        if rule.get("interleavedSections"):
            axis = pairs % len(sections)
            axes = np.where(pairs < len(sections) * np.take(sections, axis), axis, 0)
        else:
            axes = np.repeat(np.arange(len(sections)), sections)
        at = at[axes]
    angle = at * frequencies(rule) * (-1 if rule["direction"] == "backward" else 1)
    c, s = (attention_factor(rule)[0] * wave(angle) for wave in (np.cos, np.sin))
    halves = rule["pairing"] == "halves"
    first, second = (pairs, pairs + width // 2) if halves else (2 * pairs, 2 * pairs + 1)
    a, b = x[offset + first], x[offset + second]
    x[offset + first], x[offset + second] = a * c - b * s, a * s + b * c
    return x


def slopes(heads):
    """ALiBi: powers of 2^(-8/n) for n heads; more heads than a power of two take every other slope of twice as many."""
    whole = 2 ** int(np.log2(heads))
    steps = 2 ** (-8 / whole * np.arange(1, whole + 1))
    return steps if whole == heads else np.concatenate([steps, slopes(2 * whole)[::2][: heads - whole]])


def bias(rule, offsets):
    """Values for offsets key - query: a row for each head of ALiBi, buckets of T5."""
    at = np.array(offsets)
    if rule["method"] == "alibi":
        return -slopes(rule["heads"])[:, None] * abs(at)
    half = rule["buckets"] // (2 if rule["bidirectional"] else 1)
    far = abs(at) if rule["bidirectional"] else np.maximum(-at, 0)
    exact = half // 2
    wide = exact + np.log(np.maximum(far, 1) / exact) / np.log(rule["maxDistance"] / exact) * (half - exact)
    bucket = np.where(far < exact, far, np.minimum(wide.astype(int), half - 1))
    return bucket + half * ((at > 0) & rule["bidirectional"])


def ids(rule):
    if rule["ids"] == "text":
        return np.arange(rule["tokens"])
    if rule["ids"] == "left-padded":
        return np.cumsum(rule["mask"], axis=1) - 1
    if rule["ids"] == "packed":
        return np.concatenate([np.arange(length) for length in rule["lengths"]])
    axes, start = [], 0
    for part in rule["parts"]:
        grid = part.get("grid")
        axes.append(start + (np.tile(np.arange(part["text"]), (3, 1)) if grid is None else np.indices(grid).reshape(3, -1)))
        start = axes[-1].max() + 1
    return np.concatenate(axes, axis=1)
