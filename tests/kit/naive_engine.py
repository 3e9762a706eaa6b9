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
