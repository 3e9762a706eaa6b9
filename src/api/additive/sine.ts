import { base, baseInFloat32, position, precision, width } from "../spec/dimensions.ts";
import { method, type SpecOf } from "../spec/rules.ts";
import { placeOf } from "../table/layout.ts";
import { powersOf } from "../table/schedule.ts";
import { sineEncoder } from "./sines.ts";

/**
 * Sines only, each channel with its own frequency.
 *
 *   P[t,j] = sin(t · base^(−j / dModel))
 *
 * Shape     (length, dModel)
 * Source    `simple_pe(L, D, kappa)` of introductory texts, where base is kappa
 *
 * @example
 * pe.encode({ method: "sine", dModel: 2, base: 100 }, { positions: [1] }); // Float32Array [0.84147096, 0.099833414]
 */
export const sine = method({
  family: "additive",
  fields: {
    /** Channels of an embedding. */
    dModel: width,
    /** Channel j has the frequency base^(−j/dModel) radians per position. */
    base,
    /** Position of the first row. */
    start: position,
    /** `exact`, or the float32 recipe of the frameworks in one of its three forms; see `sinusoidal`. */
    precision,
  },
  relations: [baseInFloat32],
});

/** The column of the first cosine is beyond the row, so that no cosine is written. */
export const sineOnlyEncoder = sineEncoder<SpecOf<typeof sine>>((spec) => {
  const { dModel, base } = spec;
  return {
    ...spec,
    powers: powersOf({ pairs: dModel, base, numerator: 1, denominator: dModel }),
    scale: 1,
    place: placeOf({ sine: 0, cosine: dModel, step: 1 }, dModel, dModel),
    outputScale: 1,
  };
});
