import type { FigureSpec } from "./figure-spec.ts";

/** The dimensions that hold the sine and the cosine of a pair. */
export function pairDimensions({ dModel, layout }: FigureSpec, pair: number): readonly [number, number] {
  return layout === "halves" ? [pair, dModel / 2 + pair] : [2 * pair, 2 * pair + 1];
}

/** The pair that a dimension belongs to. */
export function pairOf({ dModel, layout }: FigureSpec, dimension: number): number {
  return layout === "halves" ? dimension % (dModel / 2) : dimension >> 1;
}
