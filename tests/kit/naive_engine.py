"""A small engine in NumPy, float64, for the conformance kit: it shares no code with posenc."""

import numpy as np


def frequencies(rule):
    scaling, pairs, current = rule["scaling"], rule["rotaryDim"] // 2, rule["currentLength"]
    factor, original = scaling["factor"], scaling["originalLength"]
    counts = rule["sections"] if rule["restartSections"] else [pairs]
    plain = np.concatenate([rule["base"] ** (-np.arange(count) / count) for count in counts])
    match scaling["type"]:
        case "linear" | "proportional":
            return plain / factor * (np.arange(pairs) < scaling["partialRotaryFactor"] * pairs)
        case "longrope":
            return plain / scaling["longFactor" if current > original else "shortFactor"]
        case "dynamic":
            return plain * max(factor * current / original - (factor - 1), 1) ** (-np.arange(pairs) / (pairs - 1))
        case "llama3":
            low, high = scaling["lowFreqFactor"], scaling["highFreqFactor"]
            kept = np.clip((original * plain / (2 * np.pi) - low) / max(high - low, 1e-9), 0, 1)
            return plain * (kept + (1 - kept) / factor)
        case "yarn":
            turns = np.array([scaling["betaFast"], scaling["betaSlow"]])
            low, high = pairs * np.log(original / (2 * np.pi * turns)) / np.log(rule["base"])
            if scaling["truncate"]:
                low, high = np.floor(low), np.ceil(high)
            slow = np.clip((np.arange(pairs) - low) / max(high - low, 1e-9), 0, 1)
            return plain * (slow / factor + 1 - slow)
    return plain


def attention_factor(rule):
    """Only YaRN has weights (mscale) other than 0."""
    scaling, growth = rule["scaling"], np.log(rule["scaling"]["factor"])
    if scaling["type"] == "longrope":
        return scaling["attentionFactor"] or np.sqrt(1 + growth / np.log(scaling["originalLength"]))
    return scaling["attentionFactor"] or (0.1 * scaling["mscale"] * growth + 1) / (0.1 * scaling["mscaleAllDim"] * growth + 1)


def rotate(rule, vector, position):
    x = np.array(vector)
    part = x[rule["rotaryOffset"] :][: rule["rotaryDim"]]
    a, b = channels = part.reshape(2, -1) if rule["pairing"] == "halves" else part.reshape(-1, 2).T
    turned = (a + 1j * b) * np.exp(1j * np.take(position, rule["axisOfPair"]) * frequencies(rule)) * attention_factor(rule)
    channels[:] = turned.real, turned.imag
    return x


def bias(rule, offsets):
    """A row for each head of ALiBi; buckets of T5."""
    at, is_later = np.array(offsets), np.array(offsets) > 0
    if rule["method"] == "alibi":
        whole = 2 ** int(np.log2(rule["heads"]))
        powers = lambda heads: 2.0 ** (-8 / heads * np.arange(1, heads + 1))
        return np.append(powers(whole), powers(2 * whole)[::2])[: rule["heads"], None] * at
    buckets = rule["buckets"] // (2 if rule["bidirectional"] else 1)
    exact, far = buckets // 2, abs(at) if rule["bidirectional"] else np.maximum(-at, 0)
    wide = exact + np.log(np.maximum(far, 1) / exact) / np.log(rule["maxDistance"] / exact) * (buckets - exact)
    return np.where(far < exact, far, np.minimum(wide.astype(int), buckets - 1)) + buckets * (rule["bidirectional"] & is_later)


def ids(rule):
    """Text of m-rope counts as images of one token."""
    if rule["ids"] != "m-rope":
        lengths = np.sum(rule["mask"], axis=1) if rule["ids"] == "left-padded" else rule["lengths"]
        return [np.arange(count) for count in lengths]
    axes, start = [], 0
    for part in rule["parts"]:
        for grid in [part["grid"]] if "grid" in part else [[1, 1, 1]] * part["text"]:
            axes.append(start + np.indices(grid).reshape(3, -1))
            start += max(grid)
    return np.concatenate(axes, axis=1)


def move(rule, cached, start, end):
    still = {**rule, "scaling": {**rule["scaling"], "attentionFactor": 1}}
    return [] if rule["scaling"]["type"] == "dynamic" else rotate(still, cached, np.subtract(end, start))
