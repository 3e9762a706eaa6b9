"""Measures a rotation from vectors of the same content at several positions: its pairs of channels and their frequencies."""

import math

import numpy as np

STILL = 4e-6  # a channel that changes less, relative to the largest value, does not rotate
SAME_LENGTH = 2e-5  # of a pair's squared length, in float32
RASTERS = (0, 1, 5, 4, 2, 3, 8)  # tokens before the patches of a grid that are tried


def wrapped(angle):
    return (angle + math.pi) % (2 * math.pi) - math.pi


def digits(value, n=7):
    return None if value is None else float(f"{float(value):.{n}g}")


def measured(vectors):
    """Growth of the length at each position, and pairs with an angle for each position; None if nothing changes."""
    z = np.asarray(vectors, dtype=np.float64)
    size = np.abs(z).max()
    if size == 0:
        return None
    growth = np.sqrt((z**2).sum(1))
    growth = growth / growth[0]
    grows = np.abs(growth - 1).max() > 1e-5
    if grows:
        z = z / growth[:, None]
    moved = np.nonzero(np.abs(z - z[0]).max(0) > STILL / (1 if grows else 2) * size)[0]
    out = {"growth": growth} if grows else {}
    if len(moved):
        pairs, alone = paired(z, moved, SAME_LENGTH * size**2)
        turns = [((z[:, a] + 1j * z[:, b]) / (z[0, a] + 1j * z[0, b])) for a, b in pairs]
        out["pairs"] = [(int(a), int(b), np.angle(turn)) for (a, b), turn in zip(pairs, turns)]
        if alone:
            out["unpaired"] = alone
    return out or None


def paired(z, moved, tolerance):
    """Channels whose squares have a constant sum; the usual orders are tried first."""
    n, squares = len(moved) // 2, z**2
    change = squares - squares[0]
    if len(moved) % 2 == 0:
        halves = [(moved[i], moved[i + n]) for i in range(n)]
        neighbours = [(moved[2 * i], moved[2 * i + 1]) for i in range(n)]
        for pairs in (halves, neighbours):
            if all(np.abs(change[:, a] + change[:, b]).max() < tolerance for a, b in pairs):
                return pairs, 0
    cost = np.abs(change[:, moved][:, :, None] + change[:, moved][:, None, :]).max(0)
    np.fill_diagonal(cost, np.inf)
    mate = cost.argmin(1)
    pairs = [
        (moved[i], moved[mate[i]])
        for i in range(len(moved))
        if i < mate[i] and mate[mate[i]] == i and cost[i, mate[i]] < tolerance
    ]
    return pairs, len(moved) - 2 * len(pairs)


def frequency(angles, positions):
    """Radians a position: whole turns are found at ever larger positions."""
    value, start = 0.0, positions[0]
    for position, angle in sorted(zip(positions, angles)):
        if position == start:
            continue
        steps = position - start
        value = (angle + 2 * math.pi * round((value * steps - angle) / (2 * math.pi))) / steps
    return value


def misfit(pairs, positions):
    steps = [p - positions[0] for p in positions]
    return max(
        abs(wrapped(frequency(angles, positions) * step - angle))
        for _, _, angles in pairs[:4]
        for step, angle in zip(steps, angles)
    )


def on_a_grid(pairs, tokens):
    """Frequencies by row and by column, if the angles belong to a square grid of patches."""
    for before in RASTERS:
        side = math.isqrt(max(0, tokens - before))
        if side < 2 or side * side != tokens - before:
            continue
        for order, places in orders(side).items():
            at = {place: before + i for i, place in enumerate(places)}
            found = [by_axes(angles, at, side) for _, _, angles in pairs]
            if None not in found:
                rows = [[a, b, rate[0], rate[1]] for (a, b, _), rate in zip(pairs, found)]
                return {"before": before, "order": order, "pairs": rows}
    return None


def orders(side):
    raster = [(i // side, i % side) for i in range(side * side)]
    made = {"raster": raster}
    for block in (2, 4):
        if side % block == 0:
            made[f"blocks of {block}"] = sorted(
                raster, key=lambda rc: (rc[0] // block, rc[1] // block, rc[0] % block, rc[1] % block)
            )
    return made


def by_axes(angles, at, side):
    corner = angles[at[0, 0]]
    row, column = wrapped(angles[at[1, 0]] - corner), wrapped(angles[at[0, 1]] - corner)
    ends = [(1, 1), (side - 1, 0), (0, side - 1), (side - 1, side - 1), (2 % side, 1)]
    fits = all(abs(wrapped(angles[at[r, c]] - corner - row * r - column * c)) < 2e-3 for r, c in ends)
    return [0.0 if abs(rate) < 2e-6 else digits(rate) for rate in (row, column)] if fits else None


def through(call, first):
    """The channels and the factor of the function that rotated, at the first position: (offset, factor, source channels)."""
    for before, after in call["rotations"]:
        if before.shape != after.shape or before.dim() != 4 or before.shape[-1] > len(first):
            continue
        x, y = before[0, 0, 0].double().numpy(), after[0, 0, 0].double().numpy()
        factor, width = np.linalg.norm(y) / max(1e-30, np.linalg.norm(x)), len(x)
        for offset in {0, len(first) - width}:
            if np.abs(first[offset : offset + width] - y).max() > 1e-6 * np.abs(y).max():
                continue
            source = np.abs(y[:, None] - factor * x[None, :]).argmin(1)
            if np.abs(y - factor * x[source]).max() < 1e-5 * np.abs(y).max() and len(set(source)) == width:
                return offset, factor, source
    return None


def factor_of_some(call, pairs, first):
    """The factor of the rotated channels, where the others pass the rotating function unchanged. A later normalisation takes it away."""
    channels, width = [channel for a, b, _ in pairs for channel in (a, b)], len(first)
    if len(channels) == width and abs(math.sqrt((first**2).mean()) - 1) < 1e-4:
        return 1
    for before, after in call["rotations"]:
        if before.dim() == 4 and before.shape == after.shape and before.shape[-1] == width:
            ratio = (after[0, 0, 0].double().numpy() / before[0, 0, 0].double().numpy())[channels]
            if np.abs(ratio / ratio[0] - 1).max() < 1e-5:
                return ratio[0]
    return 1


known = {}


def facts(call, tensor, positions):
    """The rotation of queries or keys of a call. Layers with equal vectors share the answer."""
    z = tensor.reshape(-1, *tensor.shape[-2:])[0].double().numpy()
    if len(z) > 5000:
        return {"tokens": len(z)}
    key = (z.tobytes(), tuple(positions), tuple(before.shape for before, _ in call["rotations"]))
    if key not in known:
        known[key] = of_vectors(call, z, positions)
    return known[key]


def of_vectors(call, z, positions):
    found = measured(z)
    if found is None:
        return None
    out, pairs = {}, found.get("pairs")
    given = positions if len(positions) == len(z) else None
    if "growth" in found and given:
        out["growth"] = [[p, digits(g)] for p, g in zip(given, found["growth"])]
    elif "growth" in found:
        out["grows"] = True
    if "unpaired" in found:
        out["unpaired"] = found["unpaired"]
    if not pairs:
        return out
    own = list(range(len(z)))
    if given is None or misfit(pairs, given) > 2e-3:  # the model makes its own positions
        if misfit(pairs, own) > 2e-3:
            grid = on_a_grid(pairs, len(z))
            return {**out, **({"grid": grid} if grid else {"irregular": len(pairs)})}
        given = own
    if given == own:  # eight positions tell frequencies less well than 40 000
        out["counts"] = True
    moved = through(call, z[0])
    factor = moved[1] if moved else factor_of_some(call, pairs, z[0])
    if abs(factor - 1) > 1e-6:
        out["factor"] = digits(factor)
    out["pairs"] = sorted([*source_of(moved, a, b), digits(frequency(angles, given))] for a, b, angles in pairs)
    return out


def source_of(moved, a, b):
    """The channels of the projection that rotated channels come from, where the function permutes them."""
    if moved is None:
        return a, b
    offset, _, source = moved
    inside = range(offset, offset + len(source))
    return (offset + int(source[a - offset]), offset + int(source[b - offset])) if a in inside and b in inside else (a, b)
