/** Where sines, cosines and pairs stand in a row: the layouts and pairings as numbers for the kernels. */

import { axisWidth } from "../spec/grid.ts";
import type { ResolvedSpec } from "../spec/methods.ts";
import { pairsOf } from "../spec/sinusoidal.ts";

/** Pair i's sine stands at sine + i·step, its cosine at cosine + i·step; what would stand beyond the row falls off. */
export interface Placement {
  sine: number;
  cosine: number;
  step: number;
}

const placements = {
  interleaved: () => ({ sine: 0, cosine: 1, step: 2 }),
  halves: (pairs: number) => ({ sine: 0, cosine: pairs, step: 1 }),
  "flipped-halves": (pairs: number) => ({ sine: pairs, cosine: 0, step: 1 }),
} as const satisfies Record<Layout, (pairs: number) => Placement>;

/** Order of sines and cosines in a row. */
export type Layout = ResolvedSpec<"sinusoidal">["layout"];

export const sinusoidalPlacement = (spec: ResolvedSpec<"sinusoidal">): Placement =>
  placements[spec.layout](pairsOf(spec));

/** Sines in every channel; where cosines would stand, there is no row. */
export const sinePlacement = ({ dModel }: ResolvedSpec<"sine">): Placement => ({
  sine: 0,
  cosine: dModel,
  step: 1,
});

export const featurePlacement = ({ layout, features }: ResolvedSpec<"random-fourier">): Placement =>
  placements[layout](features);

/** The kernels' structs Layout and Columns, for rows of `row` channels. */
export function placeOf({ sine, cosine, step }: Placement, pairs: number, row: number): Uint32Array {
  const inside = (first: number) => Math.max(0, Math.min(pairs, Math.ceil((row - first) / step)));
  return Uint32Array.of(sine, cosine, step, row, inside(sine), inside(cosine));
}

/** Where each axis of a grid stands, in the order of the columns. */
export function gridPlacements(spec: ResolvedSpec<"grid">): { axis: number; placement: Placement }[] {
  const width = axisWidth(spec);
  const { sine, cosine, step } = placements[spec.layout](width / 2);
  return spec.axes.map((axis, part) => {
    const from = part * width;
    return { axis, placement: { sine: sine + from, cosine: cosine + from, step } };
  });
}

/** Pair i is channels first + i·step and second + i·step. */
export interface PairPlacement {
  first: number;
  second: number;
  step: number;
}

export function pairPlacement({ pairing, rotaryDim }: ResolvedSpec<"rope" | "xpos">): PairPlacement {
  return pairing === "halves"
    ? { first: 0, second: rotaryDim / 2, step: 1 }
    : { first: 0, second: 1, step: 2 };
}

/** The axis of a position that each pair turns with. */
export function axisOfPair({ rotaryDim, sections, interleavedSections }: ResolvedSpec<"rope">): number[] {
  const pairs = rotaryDim / 2;
  if (sections === undefined) return new Array(pairs).fill(0);
  if (!interleavedSections) return sections.flatMap((count, axis) => new Array(count).fill(axis));
  return Array.from({ length: pairs }, (_, pair) => {
    const axis = pair % sections.length;
    return pair < sections.length * sections[axis]! ? axis : 0;
  });
}
