import json, pathlib
import numpy as np, pytest

file = json.loads(pathlib.Path("node_modules/posenc/dist/vectors/rope.json").read_text())

def case_of(preset):
    return file["cases"][file["presets"][preset]["cases"][0]["case"]]

def rotate(x, position, spec):  # your own code
    half = spec["rotaryDim"] // 2
    angles = position * spec["base"] ** (-np.arange(half) / half)
    a, b = (slice(0, 2 * half, 2), slice(1, 2 * half, 2)) if spec["pairing"] == "interleaved" else (slice(half), slice(half, 2 * half))
    out = x.copy()
    out[a], out[b] = x[a] * np.cos(angles) - x[b] * np.sin(angles), x[b] * np.cos(angles) + x[a] * np.sin(angles)
    return out

# Rules without scaling, for text; leave the condition out once your code has them all.
PRESETS = [name for name in file["presets"] if case_of(name)["spec"]["scaling"]["type"] == "none" and "sections" not in case_of(name)["spec"]]

@pytest.mark.parametrize("preset", PRESETS)
def test_rotation(preset):
    case = case_of(preset)
    x = np.random.default_rng(1).standard_normal(case["spec"]["headDim"])
    a, b = np.array(case["channels"]).T
    for position, cos, sin in zip(case["positions"], np.array(case["cosines"], float), np.array(case["sines"], float)):
        right = [x[a] * cos - x[b] * sin, x[b] * cos + x[a] * sin]
        own = rotate(x, position, case["spec"])
        # float64 keeps 2^-52 of an angle: 4e-9 of a turn at position 16 777 215.
        np.testing.assert_allclose([own[a], own[b]], right, atol=2e-8)
