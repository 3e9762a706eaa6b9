import { step } from "../module/calls.ts";
import { equalChannels, position } from "../spec/dimensions.ts";
import { method, number, type SpecOf } from "../spec/rules.ts";
import { rowNames } from "../table/rows.ts";
import { byPositions } from "./by-positions.ts";
import type { Encoder } from "./encoder.ts";

/**
 * The position relative to the length, from −1 to 1, in every channel.
 *
 *   P[t,j] = 2t / (N − 1) − 1        N = maxLength
 *
 * Shape     (length, dModel)
 * Source    The second idea that comes to mind; the step from one position to the next depends on the length
 *
 * @example
 * pe.encode({ method: "normalized-index", maxLength: 5 }, { length: 5 }); // Float32Array [-1, -0.5, 0, 0.5, 1]
 */
export const normalizedIndex = method({
  family: "additive",
  fields: {
    /** Channels, which all hold the same number. */
    dModel: equalChannels,
    /** N, the number of positions between −1 and 1. */
    maxLength: number({ from: 2, to: 2 ** 52, integer: true, usual: 512 }),
    /** Position of the first row. */
    start: position,
  },
});

export const normalizedIndexEncoder: Encoder<SpecOf<typeof normalizedIndex>> = {
  options: rowNames,
  rowsInAll: ({ maxLength }) => maxLength,
  byRows: ({ dModel, maxLength }) =>
    byPositions(dModel, (table) => step("normalizedIndexRows", { ...table, length: maxLength })),
};
