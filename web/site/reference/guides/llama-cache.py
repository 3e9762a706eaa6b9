import numpy as np


def frequencies(base, width, factor, low, high, trained):
    frequency = base ** (-np.arange(0, width, 2) / width)
    turns = trained * frequency / (2 * np.pi)  # in a trained text
    share = np.clip((turns - low) / (high - low), 0, 1)
    return share * frequency + (1 - share) * frequency / factor


def rotated(x, first, frequency):
    """Pairs are the channels i and i + headDim / 2."""
    angle = (first + np.arange(len(x)))[:, None, None] * frequency
    a, b = np.split(x, 2, axis=-1)
    c, s = np.cos(angle), np.sin(angle)
    return np.concatenate([a * c - b * s, a * s + b * c], -1)


def attention(q, k, v, first, frequency):
    """Each head of keys serves several heads of queries."""
    shared = q.shape[1] // k.shape[1]
    q, k = (rotated(x, first, frequency) for x in (q, k))
    k, v = (np.repeat(x, shared, axis=1) for x in (k, v))
    score = np.einsum("thc,shc->hts", q, k) / np.sqrt(q.shape[-1])
    seen = np.tri(len(q), dtype=bool)
    score = np.where(seen, score, -np.inf)
    weight = np.exp(score - score.max(-1, keepdims=True))
    weight /= weight.sum(-1, keepdims=True)
    return np.einsum("hts,shc->thc", weight, v)
