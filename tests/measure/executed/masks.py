"""Measures which keys a query sees, from a mask function or a mask."""

import numpy as np
import torch
from transformers import masking_utils

FAR = 30_001  # a query beyond most windows
FARTHEST = 1_500_001
MOST = 1024  # queries and keys of a mask that are looked at
CLOSED = -1e4  # a score at or below this value counts as masked

seen = {}
always = True  # whether a mask is made where the class needs none


def row(function, query, keys):
    """Distances to the first and the last key that the query sees, and whether all keys between them are seen."""
    visible = function(torch.tensor(0), torch.tensor(0), torch.tensor(query), torch.arange(keys))
    visible = torch.as_tensor(visible)
    visible = visible.expand(keys) if visible.dim() == 0 else visible.reshape(-1)
    at = torch.nonzero(visible).reshape(-1)
    if len(at) == 0:
        return None
    first, last = int(at[0]), int(at[-1])
    before = None if first == 0 else query - first
    after = None if last == keys - 1 else last - query
    return {"first": first, "before": before, "after": after, "whole": len(at) == last - first + 1}


def of_function(function, query=FAR):
    rows = [row(function, q, 2 * query) for q in (query, query + 1, query + 58)]
    if None in rows:
        return {"pattern": "nothing"}
    if rows[0]["before"] is None and query == FAR:
        start = function(torch.tensor(0), torch.tensor(0), torch.tensor(FARTHEST), torch.tensor([0]))
        if not bool(torch.as_tensor(start).reshape(-1)[0]):
            return of_function(function, FARTHEST)
    if not all(r["whole"] for r in rows):
        return {"pattern": "holes"}
    if rows[0]["before"] is not None and rows[0]["before"] != rows[1]["before"]:
        return {"pattern": "chunks", "starts": sorted({r["first"] for r in rows}), "after": rows[0]["after"]}
    return {"before": rows[0]["before"], "after": rows[0]["after"]}


def of_blocks(visible):
    """A square from blocks of queries, each with the keys around it, (blocks, queries, keys): query 0 sees key 0, and no key before it."""
    blocks, chunk, context = visible.shape
    size, begin = (blocks - 1) * chunk, int(torch.nonzero(visible[0, 0])[0])  # the last block may be longer than the text
    square = torch.zeros(size, size, dtype=torch.bool)
    for block in range(blocks - 1):
        for at in range(context):
            key = block * chunk + at - begin
            if 0 <= key < size:
                square[block * chunk : (block + 1) * chunk, key] = visible[block, :, at]
    return square


def of_scores(scores):
    """The same from a square of scores or of a mask; windows longer than it do not show."""
    visible = scores if scores.dtype == torch.bool else scores > CLOSED
    if visible.dim() == 5 and visible.shape[-1] > visible.shape[-2] and not visible.all():
        visible = of_blocks(visible[0, 0])
    visible = visible.reshape(-1, *visible.shape[-2:])[0, :MOST, :MOST].numpy()
    size = visible.shape[-1]
    if visible.shape[0] != size:
        return {"pattern": "all" if visible.all() else "some", "keys": size}
    query, key = np.nonzero(visible)
    distance = query - key
    before, after = int(distance.max()), int(-distance.min())
    whole = all(visible.diagonal(-d).all() for d in range(-after, before + 1))
    facts = {"before": None if before == size - 1 else before, "after": None if after == size - 1 else after, "tokens": size}
    return facts if whole else {**facts, "pattern": "holes"}


def of_call(call):
    if call.get("is_causal"):
        return {"before": None, "after": 0}
    mask = call.get("mask")
    if mask is None:
        return of_scores(call["scores"]) if "scores" in call and "options" not in call else {"before": None, "after": None}
    known = seen.get(mask.data_ptr())
    return known[1] if known else of_scores(mask)


make_mask = masking_utils.eager_mask


def recording_mask(*args, **kwargs):
    """Makes the mask as transformers does, and remembers what its function lets through far from the start."""
    if always:
        kwargs["allow_is_bidirectional_skip"] = kwargs["allow_is_causal_skip"] = False
    mask = make_mask(*args, **kwargs)
    function = kwargs.get("mask_function") or masking_utils.causal_mask_function
    try:
        facts = of_function(function)
    except Exception:  # functions of a batch's own blocks cannot be asked for other positions
        return mask
    if mask is not None:
        seen[mask.data_ptr()] = (mask, facts)
    return mask


masking_utils.AttentionMaskInterface._global_mapping["eager"] = recording_mask
masking_utils.eager_mask = recording_mask
masking_utils.find_packed_sequence_indices = lambda position_ids: None
