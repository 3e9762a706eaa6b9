import numpy as np


def frequencies(base, width, factor, low, high, trained):
    frequency = base ** (-np.arange(0, width, 2) / width)
    turns = trained * frequency / (2 * np.pi)  # of each pair, in a text of the trained length
    share = np.clip((turns - low) / (high - low), 0, 1)
    return share * frequency + (1 - share) * frequency / factor


def rotated(x, first, frequency):
    """(tokens, heads, headDim), with pairs of channels i and i + headDim / 2."""
    angle = (first + np.arange(len(x)))[:, None, None] * frequency
    a, b = np.split(x, 2, axis=-1)
    return np.concatenate([a * np.cos(angle) - b * np.sin(angle), a * np.sin(angle) + b * np.cos(angle)], -1)


def attention(q, k, v, first, frequency):
    """All tokens at once; each head of keys serves several heads of queries."""
    shared = q.shape[1] // k.shape[1]
    q, k = rotated(q, first, frequency), np.repeat(rotated(k, first, frequency), shared, axis=1)
    score = np.einsum("thc,shc->hts", q, k) / np.sqrt(q.shape[-1])
    score = np.where(np.tri(len(q), dtype=bool), score, -np.inf)
    weight = np.exp(score - score.max(-1, keepdims=True))
    weight /= weight.sum(-1, keepdims=True)
    return np.einsum("hts,shc->thc", weight, np.repeat(v, shared, axis=1))
