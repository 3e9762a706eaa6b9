"""A small engine in NumPy, float64, for the conformance kit: it shares no code with posenc."""

import numpy as np


def powers(base, width):
    return base ** (-np.arange(0, width, 2) / width)


def frequencies(rule):
    scaling, width, base = rule["scaling"], rule["rotaryDim"], rule["base"]
    kind, factor, original = scaling["type"], scaling.get("factor", 1), scaling.get("originalLength", 1)
    growth = max(rule.get("currentLength", 0) / original, 1)
    parts = rule["sections"] if rule.get("restartSections") else [width // 2]
    plain, pairs = np.concatenate([powers(base, 2 * count) for count in parts]), np.arange(width // 2)
    slow = 1  # the share of each pair that is stretched
    if kind == "longrope":
        return plain / scaling["longFactor" if growth > 1 else "shortFactor"]
    if kind == "dynamic":
        return powers(base * (factor * growth - (factor - 1)) ** (width / (width - 2)), width)
    if kind == "proportional":
        return plain / factor * (pairs < int(scaling["partialRotaryFactor"] * width / 2))
    if kind == "llama3":
        low, high = scaling["lowFreqFactor"], scaling["highFreqFactor"]
        slow = 1 - np.clip((original * plain / (2 * np.pi) - low) / max(high - low, 1e-9), 0, 1)
    if kind == "yarn":
        turns = np.array([scaling["betaFast"], scaling["betaSlow"]])
        low, high = width / 2 * np.log(original / (2 * np.pi * turns)) / np.log(base)
        if scaling["truncate"]:
            low, high = np.floor(low), np.ceil(high)
        slow = np.clip((pairs - low) / (high - low), 0, 1)
    return plain * (slow / factor + 1 - slow)


def attention_factor(rule):
    scaling = rule["scaling"]
    growth = np.log(scaling.get("factor", 1))
    if "attentionFactor" in scaling or scaling["type"] not in ("yarn", "longrope"):
        return scaling.get("attentionFactor", 1)
    if scaling["type"] == "longrope":
        return np.sqrt(1 + growth / np.log(scaling["originalLength"]))
    return (0.1 * scaling.get("mscale", 1) * growth + 1) / (0.1 * scaling.get("mscaleAllDim", 0) * growth + 1)


def axes_of(rule):
    """The axis of position of each pair."""
    sections = rule.get("sections", [rule["rotaryDim"] // 2])
    axes = np.repeat(np.arange(len(sections)), sections)
    if rule.get("interleavedSections"):
        axes[:] = 0
        for axis in range(1, len(sections)):
            axes[axis : len(sections) * sections[axis] : len(sections)] = axis
    return axes


def rotate(rule, vector, position):
    x, first = np.array(vector), rule.get("rotaryOffset", 0)
    part = x[first : first + rule["rotaryDim"]]
    sign = -1 if rule["direction"] == "backward" else 1
    angle = sign * np.take(position, axes_of(rule)) * frequencies(rule)
    channels = part.reshape(2, -1) if rule["pairing"] == "halves" else part.reshape(-1, 2).T
    turned = (channels[0] + 1j * channels[1]) * np.exp(1j * angle) * attention_factor(rule)
    channels[:] = turned.real, turned.imag
    return x


def move(rule, cached, start, end):
    scaling = rule["scaling"]
    if scaling["type"] == "dynamic" and max(*start, *end) >= scaling["originalLength"]:
        return []
    return rotate({**rule, "scaling": {**scaling, "attentionFactor": 1}}, cached, np.subtract(end, start))


def slopes(heads):
    """ALiBi: powers of 2^(-8/n) for n heads; more heads than a power of two take every other slope of twice as many."""
    whole = 2 ** int(np.log2(heads))
    steps = 2 ** (-8 / whole * np.arange(1, whole + 1))
    return steps if whole == heads else np.append(steps, slopes(2 * whole)[::2][: heads - whole])


def bias(rule, offsets):
    """Values for offsets key - query: a row for each head of ALiBi, buckets of T5."""
    at = np.array(offsets)
    if rule["method"] == "alibi":
        return -slopes(rule["heads"])[:, None] * abs(at)
    half = rule["buckets"] // (2 if rule["bidirectional"] else 1)
    far, exact = abs(at) if rule["bidirectional"] else np.maximum(-at, 0), half // 2
    wide = exact + np.log(np.maximum(far, 1) / exact) / np.log(rule["maxDistance"] / exact) * (half - exact)
    return np.where(far < exact, far, np.minimum(wide.astype(int), half - 1)) + half * ((at > 0) & rule["bidirectional"])


def ids(rule):
    if rule["ids"] != "m-rope":
        lengths = np.sum(rule["mask"], axis=1) if "mask" in rule else rule.get("lengths") or [rule["tokens"]]
        return np.concatenate([np.arange(count) for count in lengths])
    axes, start = [], 0
    for part in rule["parts"]:
        grid = np.indices(part["grid"]) if "grid" in part else np.tile(np.arange(part["text"]), (3, 1))
        axes.append(start + grid.reshape(3, -1))
        start = axes[-1].max() + 1
    return np.concatenate(axes, axis=1)
