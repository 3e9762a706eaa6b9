"""Measures what happens to scores between the product of queries and keys and the softmax."""

import math

import numpy as np
from masks import CLOSED
from rotations import digits
from weightless import fixed, vectors

CAPS = (50.0, 30.0, 20.0)
MOST = 64  # heads, and queries, of which scores are looked at: the rest follow the same rule


def some_of(scores):
    return scores[:1, :MOST, :MOST] if scores.dim() == 4 else scores[:MOST, :MOST]


def product_of(call):
    if call.get("own"):
        return some_of(call["product"]).double().numpy()
    query, key = call["query"], call["key"]
    if query.dim() != 4 or key.dim() != 4:
        return None
    if key.shape[1] and query.shape[1] != key.shape[1] and query.shape[1] % key.shape[1] == 0:
        key = key.repeat_interleave(query.shape[1] // key.shape[1], 1)
    query, key = query[:1, :MOST, :MOST].double(), key[:1, :MOST].double()
    if query.shape[1] != key.shape[1] or query.shape[-1] != key.shape[-1]:
        return None
    return (query @ key.transpose(2, 3)).numpy()


def facts(call):
    """Scale, cap, sinks and bias; `notlinear` if the scores have none of these forms."""
    scores = call.get("scores")
    product = product_of(call) if scores is not None else None
    if product is None:
        return {}
    scores, out = some_of(scores).double().numpy(), {}
    if scores.shape[-1] == product.shape[-1] + 1:
        out["sinks"], scores = True, scores[..., :-1]
    if scores.size != product.size:
        return out
    scores = scores.reshape(product.shape)
    if scores.ndim == 3:
        scores, product = scores[None], product[None]
    visible = (scores > CLOSED) & np.isfinite(scores) & (np.abs(product) > 1e-3)
    return {**out, **form_of(call, scores, product, visible, "sinks" in out)} if visible.any() else out


def form_of(call, scores, product, visible, sinks):
    ratio = float(np.median(scores[visible] / product[visible]))
    error = np.abs(scores[visible] - ratio * product[visible]).max()
    if error < 3e-5 * max(1e-9, np.abs(scores[visible]).max()):
        return {"scale": digits(ratio)}
    if sinks and (scale := without_maximum(scores, product, visible)) is not None:
        return {"scale": digits(scale)}
    fits = [fit for cap in caps_of(call) if (fit := capped(scores[visible], product[visible], cap)) is not None]
    misfit, scale, cap = min(fits, default=(math.inf, 0, 0))  # small scores fit several caps
    if misfit < 0.1 * np.median(np.abs(scores[visible] / (ratio * product[visible]) - 1)):
        return {"scale": digits(scale), "softcap": cap}
    return bias_of(call, scores, product, visible)


def capped(scores, product, cap):
    """How far scores are from cap · tanh(scale · product / cap), with the scale and the cap; None if that is not their form."""
    share = scores / cap
    good = np.abs(share) < 0.999
    if good.sum() < 2 or np.abs(share).max() > 1.0001:
        return None
    scales = np.arctanh(share[good]) * cap / product[good]
    middle = float(np.median(scales))
    misfit = np.abs(scales / middle - 1)
    return (float(np.median(misfit)), middle, cap) if misfit.max() < 1e-2 and np.median(misfit) < 1e-4 else None


def without_maximum(scores, product, visible):
    """The scale of scores from which a row's maximum was subtracted."""
    hidden = ~visible
    y, x = np.ma.array(scores, mask=hidden), np.ma.array(product, mask=hidden)
    y, x = y - y.mean(-1, keepdims=True), x - x.mean(-1, keepdims=True)
    good = (np.abs(x) > 1e-2).filled(False)
    if not good.any():
        return None
    scale = float(np.median(np.asarray(y[good]) / np.asarray(x[good])))
    return scale if np.abs(y[good] - scale * x[good]).max() < 1e-4 * max(1, np.abs(y[good]).max()) else None


def caps_of(call):
    config = getattr(call["module"], "config", None)
    named = {**(vars(config) if config is not None else {}), **call.get("options", {})}
    found = [float(v) for k, v in named.items() if "cap" in k and isinstance(v, (int, float)) and v]
    return [*dict.fromkeys([*found, *CAPS])]


def bias_of(call, scores, product, visible):
    scale = call.get("scale") if isinstance(call.get("scale"), (int, float)) else None
    if scale is None and scores.shape[-1] == scores.shape[-2]:
        for column in (0, -1):  # places where most biases are zero: the first key, or the query's own
            ratio = scores[0, :, -1, column] / product[0, :, -1, column]
            middle = float(np.median(ratio))
            if len(ratio) > 1 and np.abs(ratio / middle - 1).max() < 1e-4:
                scale = middle
                break
    if scale is None:
        return {"notlinear": True}
    bias = np.where(visible, scores - scale * product, np.nan)[0]
    last = bias[:, min(7, bias.shape[1] - 1), :8]
    out = {"scale": digits(scale), "bias": {"heads": bias.shape[0]}}
    if last.shape[1] > 2 and not np.isnan(last).any():
        steps = np.diff(last, axis=1)
        if np.abs(steps - steps[:, :1]).max() < 1e-3 * max(1e-9, np.abs(steps).max()):
            out["bias"]["slopes"] = [digits(step, 5) for step in steps[:4, 0]]
    return out


def multiplier(tensor, fields, rotated):
    """
    The factor that a class puts on projected queries or keys; 1 if it normalises them. `fields`: numbers of the config; `rotated`:
    the factor of the rotation.
    """
    if tensor.dim() < 4:
        return None
    # In the order of their sizes: a class may put the channels that rotate into another order.
    z = np.sort(tensor.reshape(-1, tensor.shape[-1])[0].double().abs().numpy())
    for whole, vector in vectors.items():
        vector = vector.double().abs().numpy()
        for start in (0,) if whole == len(z) else (0, whole // 3, 2 * (whole // 3)):
            part = vector[start : start + len(z)]
            if len(part) != len(z):
                continue
            ratio = z / np.sort(part) / rotated
            middle = float(np.median(ratio))
            if middle == 0 or np.abs(ratio / middle - 1).max() > 1e-4:
                continue
            norms = (*(math.sqrt((x**2).mean()) for x in (part, vector, vector[start : start + whole // 3])), np.linalg.norm(part))
            return next((f for f in (1.0, len(z) ** -0.5, *fields) for norm in norms if abs(middle * norm / f - 1) < 1e-4), middle)
    return None


def factor_of(call, rotation, name):
    """The factor of queries or keys beside the rotation's."""
    config = getattr(call["module"], "config", None)
    fields = [v for v in (vars(config).values() if config is not None else ()) if isinstance(v, float) and v > 0]
    value = multiplier(call[name], fields, (rotation or {}).get("factor", 1))
    return 1.0 if value is None else value
