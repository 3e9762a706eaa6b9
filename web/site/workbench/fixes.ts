import type { FindingName } from "posenc/diagnose";

/** The line of code as it should be, for mistakes that one line makes. Python, with NumPy or PyTorch, unless it says `pe.` */

const frequencies = "inv_freq = base ** (-torch.arange(0, dim, 2, dtype=torch.float32) / dim)";
const angles = "angle = position[:, None].float() * inv_freq  # float32, also under autocast";

export const fixes: Partial<Readonly<Record<FindingName, string>>> = {
  "wrong-pairing":
    'pe.permutePairing(weights, { headDim, to: "halves" })  // once, or set the flag: is_neox_style, traditional, interleaved',
  "wrong-base": 'base = config["rope_theta"]  # no default: a missing field is an error',
  "wrong-rotary-width": "rotary_dim = int(head_dim * partial_rotary_factor)  # once",
  "wrong-divisor": frequencies,
  "angle-by-channel": "angle = position[:, None] * base ** (-2 * (torch.arange(dim) // 2) / dim)",
  "tiled-angles": "interleaved: angle.repeat_interleave(2, -1); halves: torch.cat([angle, angle], -1)",
  "signs-equal": "torch.cat([-x2, x1], -1)  # rotate_half: the first channel gets the minus",
  overwritten: "x1, x2 = x1 * cos - x2 * sin, x2 * cos + x1 * sin  # both at once",
  degrees: "np.sin(angle)  # radians: leave out np.degrees",
  "integer-division": "angle = position[:, None] / 10000 ** (2 * i / d)  # /, not //",
  "exponent-integer": "10000 ** (2 * i / d)  # /, not //",
  "exponent-doubled": "for i in range(d // 2): angle = position / 10000 ** (2 * i / d)",
  "exponent-halved": "for i in range(d // 2): angle = position / 10000 ** (2 * i / d)",
  multiplied: "angle = position / 10000 ** (2 * i / d)  # divided",
  "all-sines": "pe[:, 1::2] = np.cos(angle)",
  "all-cosines": "pe[:, 0::2] = np.sin(angle)",
  "sine-of-sine": "pe[:, 0::2] = np.sin(angle); pe[:, 1::2] = np.cos(angle)",
  "sign-reversed": "pe[:, 0::2] = np.sin(angle)  # no minus",
  "order-reversed": frequencies,
  "positions-rounded": angles,
  "frequencies-rounded": frequencies,
  "phases-rounded": angles,
  "rotation-reversed": "x1 * cos - x2 * sin, x2 * cos + x1 * sin",
  "rotated-twice": "cache.append(key)  # rotate a key once: before the cache, or after it",
  "ramp-rounded": 'truncate = config["rope_scaling"].get("truncate", True)  # False: no floor and ceil',
  "attention-factor-missing": "cos, sin = cos * attention_factor, sin * attention_factor",
  "scaling-inverted": "freq_scale = 1 / factor",
};
