import { Kept } from "../module/areas.ts";
import { step } from "../module/calls.ts";
import { method, number, type Resolved } from "../spec/rules.ts";
import { paired } from "../table/schedule.ts";
import { headFields, rotaryWidth } from "./head.ts";
import type { RotaryKernels } from "./kernels.ts";

const own = {
  /** A larger value makes pairs grow and shrink less. */
  gamma: number({ from: 1e-6, to: 1e6, default: 0.4 }),
  /** The number of positions over which a pair changes by the factor ζ. */
  scaleBase: number({ from: 1, to: 1e9, default: 512 }),
} as const;

/** With `typeof`, the package's declarations keep the comments of the fields. */
type XposFields = typeof headFields & typeof own;

/**
 * RoPE that also makes queries grow and keys shrink with the position, so that scores of far keys are smaller.
 *
 *   pair i of a query · ζ[i]^(t / scaleBase), of a key · ζ[i]^(−t / scaleBase)
 *   ζ[i] = (2i/rotaryDim + gamma) / (1 + gamma)
 *
 * Shape     x (tokens, heads, headDim)
 * Source    Sun et al. 2022, arXiv 2212.10554, algorithm 1; positions are not centred
 *
 * @example
 * pe.rotate(Float32Array.of(1, 0), { method: "xpos", heads: 1, headDim: 2, pairing: "interleaved", start: 512, side: "key" }); // Float32Array [-3.4889169, 0.27831474]
 */
export const xpos = method({
  family: "rotary",
  fields: { ...headFields, ...own } as XposFields,
  relations: [rotaryWidth],
});

export const xposKernels: RotaryKernels<Resolved<XposFields>> = {
  schedule: ({ rotaryDim, base }) => paired(rotaryDim, base),
  rotary: {
    growth({ rotaryDim, gamma, scaleBase }) {
      const pairs = rotaryDim / 2;
      /** log2 of ζ for each pair. */
      const exponents = new Kept(`xpos ${pairs} ${gamma}`, Float64Array, pairs, (out) => [
        step("xposExponents", { out, gamma }),
      ]);
      return { exponents, scaleBase };
    },
  },
};
