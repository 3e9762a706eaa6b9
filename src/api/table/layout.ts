/** The layouts of sines and cosines in a row, as numbers for the kernels. */
import type { Place } from "../../bindings/light.ts";
import type { layout } from "../spec/dimensions.ts";

/** The sine of pair i is in column sine + i·step, its cosine in column cosine + i·step, unless that is beyond the row. */
export interface Placement {
  sine: number;
  cosine: number;
  step: number;
}

export const placements = {
  interleaved: () => ({ sine: 0, cosine: 1, step: 2 }),
  halves: (pairs: number) => ({ sine: 0, cosine: pairs, step: 1 }),
  "flipped-halves": (pairs: number) => ({ sine: pairs, cosine: 0, step: 1 }),
} as const satisfies Record<(typeof layout)["words"][number], (pairs: number) => Placement>;

/** A placement for the kernels, in rows of `row` channels. */
export function placeOf({ sine, cosine, step }: Placement, pairs: number, row: number): Place {
  const inside = (first: number) => Math.max(0, Math.min(pairs, Math.ceil((row - first) / step)));
  return {
    layout: { sine, cosine, step, row },
    columns: { sines: inside(sine), cosines: inside(cosine) },
  };
}
