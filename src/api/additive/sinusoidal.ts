import {
  base,
  baseInFloat32,
  farthest,
  layout,
  position,
  precision,
  ruledWidth,
} from "../spec/dimensions.ts";
import { type Conflict, method, number, type Resolved, wordOr } from "../spec/rules.ts";
import { placements, placeOf } from "../table/layout.ts";
import { powersOf } from "../table/schedule.ts";
import { sineEncoder } from "./sines.ts";

const fields = {
  /** Channels: even, unless `oddWidth` has a rule. */
  dModel: ruledWidth,
  /** The slowest pair's period is 2π · base^(1 − 2/dModel) positions. */
  base,
  /**
   * Order of sines and cosines in a row: sin, cos, sin, cos, … as in the paper; all sines, then all cosines; all cosines, then
   * all sines.
   *
   * @example
   * pe.encode({ method: "sinusoidal", dModel: 4, layout: "halves" }, { positions: [1] }); // Float32Array [0.84147096, 0.009999833, 0.5403023, 0.99995]
   * @example
   * pe.encode({ method: "sinusoidal", dModel: 4, layout: "flipped-halves" }, { positions: [1] }); // Float32Array [0.5403023, 0.99995, 0.84147096, 0.009999833]
   */
  layout,
  /**
   * Subtracted from n in the divisor of the exponent, n − shift. With 1, the last frequency is 1/base exactly.
   *
   * @example
   * pe.frequencies({ method: "sinusoidal", dModel: 6, shift: 1 }); // Float64Array [1, 0.01, 0.0001]
   */
  shift: number({ from: 0, to: 1, integer: true, default: 0 }),
  /**
   * What to do with an odd width: refuse it; round n up and cut off the last column; or round n down and append a column of
   * zeros.
   *
   * @example
   * pe.encode({ method: "sinusoidal", dModel: 3, oddWidth: "truncate" }, { positions: [1] }); // Float32Array [0.84147096, 0.5403023, 0.009999833]
   * @example
   * pe.encode({ method: "sinusoidal", dModel: 3, oddWidth: "zero" }, { positions: [1] }); // Float32Array [0.84147096, 0.5403023, 0]
   */
  oddWidth: wordOr("error", "truncate", "zero"),
  /** The divisor of the exponents: the number of pairs n, or dModel/2. They differ by half a pair for odd widths only. */
  divisor: wordOr("pairs", "width"),
  /**
   * Position of the first row.
   *
   * @example
   * pe.encode({ method: "sinusoidal", dModel: 2, start: 3 }, { length: 2 }); // Float32Array [0.14112, -0.9899925, -0.7568025, -0.6536436]
   */
  start: position,
  /**
   * Factor of the positions, and so of the phase.
   *
   * @example
   * pe.encode({ method: "sinusoidal", dModel: 2, scale: 1000 }, { positions: [0.25] }); // Float32Array [-0.970528, 0.2409883]
   */
  scale: number({ from: 1e-6, to: 1e6, default: 1 }),
  /**
   * Factor of the entries: a number, or 1/√dModel.
   *
   * @example
   * pe.encode({ method: "sinusoidal", dModel: 4, outputScale: "inverse-sqrt" }, { positions: [0] }); // Float32Array [0, 0.5, 0, 0.5]
   */
  outputScale: number({ from: -1e6, to: 1e6, or: ["inverse-sqrt"], default: 1 }),
  /**
   * The position whose row is zeros.
   *
   * @example
   * pe.encode({ method: "sinusoidal", dModel: 2, paddingIndex: 0 }, { length: 2 }); // Float32Array [0, 0, 0.84147096, 0.5403023]
   */
  paddingIndex: number({ from: 0, to: farthest, integer: true, optional: true }),
  /**
   * `exact`: the float nearest to the exact value. `float32`: the recipe of the frameworks, which rounds frequency, phase and
   * entry to float, with the frequency 1 / base^e. `float32-logarithmic`: the same recipe with the frequency e^(−e ln base).
   * `float32-cast`: with the float nearest to the exact frequency. Frequencies with a scaling rule are always cast.
   *
   * @example
   * pe.encode({ method: "sinusoidal", dModel: 8, precision: "float32" }, { positions: [44999] })[2]; // 0.9083085, the sine of a phase rounded to 4499.8999
   * @example
   * pe.encode({ method: "sinusoidal", dModel: 8 }, { positions: [44999] })[2]; // 0.90834934, the sine of 4499.9
   */
  precision,
} as const;

/**
 * The sinusoidal encoding, and the timestep embedding of diffusion models.
 *
 *   P[t, sine of pair i] = a · sin(s t f[i])       P[t, cosine of pair i] = a · cos(s t f[i])
 *   f[i] = base^(−i / (n − shift))                 i = 0 … n − 1, n = dModel / 2, s = scale, a = outputScale
 *
 * Shape     (length, dModel)
 * Source    Vaswani et al. 2017, arXiv 1706.03762, section 3.5, with shift 0 and sines and cosines interleaved;
 *           Ho et al. 2020, arXiv 2006.11239, for timesteps
 *
 * @example
 * pe.encode({ method: "sinusoidal", dModel: 4 }, { positions: [1] }); // Float32Array [0.84147096, 0.5403023, 0.009999833, 0.99995]
 * @example
 * pe.encode({ method: "sinusoidal", dModel: 2 }, { positions: [-0.5, 0.5] }); // Float32Array [-0.47942555, 0.87758255, 0.47942555, 0.87758255]
 * @example
 * pe.encode({ preset: "ddpm", dModel: 4 }, { positions: [999] }); // Float32Array [-0.026460752, 0.09973392, 0.9996499, 0.99501413]
 */
export const sinusoidal = method({
  family: "additive",
  fields,
  relations: [evenOrRuled, moreThanTheShift, baseInFloat32, countable],
});

type Sinusoidal = Resolved<typeof fields>;

/** n: half the width, rounded for odd widths as `oddWidth` says. */
const pairsOf = ({ dModel, oddWidth }: Sinusoidal): number =>
  oddWidth === "zero" ? Math.floor(dModel / 2) : Math.ceil(dModel / 2);

function evenOrRuled({ dModel, oddWidth }: Sinusoidal): Conflict | undefined {
  if (dModel % 2 === 0 || oddWidth !== "error") return undefined;
  const expected = `${ruledWidth.expected}, or any if oddWidth is "truncate" or "zero"`;
  return { param: "dModel", value: dModel, expected, instead: dModel + 1 };
}

function moreThanTheShift(spec: Sinusoidal): Conflict | undefined {
  if (spec.shift === 0 || pairsOf(spec) > 1) return undefined;
  const expected = `0 if dModel, ${spec.dModel}, has one pair, because the divisor n − shift would be 0`;
  return { param: "shift", value: spec.shift, expected, instead: 0 };
}

/** The fastest frequency that the kernels can hold, in radians per position. */
const fastest = 2 ** 31;

function countable({ base, scale, divisor, shift }: Sinusoidal): Conflict | undefined {
  if (base < 1 && divisor === "width" && shift === 1) {
    const expected = `"pairs" if base is under 1 and shift is 1`;
    return { param: "divisor", value: divisor, expected, instead: "pairs" };
  }
  if (base >= 1 || scale / base <= fastest) return undefined;
  const expected = `at most ${fastest} · base if base is under 1`;
  return { param: "scale", value: scale, expected, instead: 1 };
}

/** The divisor n − shift, or dModel/2 − shift, is given as twice its value, so that it is an integer. */
export const sinusoidalEncoder = sineEncoder<Sinusoidal>((spec) => {
  const { dModel, base, layout, shift, divisor, outputScale } = spec;
  const pairs = pairsOf(spec);
  const denominator = (divisor === "pairs" ? 2 * pairs : dModel) - 2 * shift;
  return {
    ...spec,
    powers: powersOf({ pairs, base, numerator: 2, denominator }),
    place: placeOf(placements[layout](pairs), pairs, dModel),
    outputScale: outputScale === "inverse-sqrt" ? 1 / Math.sqrt(dModel) : outputScale,
  };
});
