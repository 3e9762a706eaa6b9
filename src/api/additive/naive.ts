import { step } from "../module/calls.ts";
import { equalChannels, position, width } from "../spec/dimensions.ts";
import { method, number, type SpecOf } from "../spec/rules.ts";
import { rowNames } from "../table/rows.ts";
import { byPositions, checkPlaces } from "./by-positions.ts";
import type { Encoder } from "./encoder.ts";

/**
 * One channel for each position.
 *
 *   P[t,j] = 1 if t = j, else 0
 *
 * Shape     (length, dModel)
 *
 * @example
 * pe.encode({ method: "one-hot", dModel: 3 }, { positions: [2, 0] }); // Float32Array [0, 0, 1, 1, 0, 0]
 */
export const oneHot = method({
  family: "additive",
  fields: {
    /** Number of channels. Channel t belongs to position t, starting at 0. */
    dModel: width,
    /** Position of the first row. */
    start: position,
  },
});

export const oneHotEncoder: Encoder<SpecOf<typeof oneHot>> = {
  options: rowNames,
  rowsInAll: ({ dModel }) => dModel,
  byRows({ dModel }) {
    const plan = byPositions(dModel, (table) => step("oneHotRows", table));
    return (rows) => {
      checkPlaces(rows, dModel, "the last position with a channel");
      return plan(rows);
    };
  },
};

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

/**
 * The position itself, in every channel.
 *
 *   P[t,j] = t
 *
 * Shape     (length, dModel)
 * Source    The first idea that comes to mind; its values grow without bound
 *
 * @example
 * pe.encode({ method: "index" }, { length: 4 }); // Float32Array [0, 1, 2, 3]
 */
export const index = method({
  family: "additive",
  fields: {
    /** Channels, which all hold the same number. */
    dModel: equalChannels,
    /** Position of the first row. */
    start: position,
  },
});

export const indexEncoder: Encoder<SpecOf<typeof index>> = {
  options: rowNames,
  byRows: ({ dModel }) => byPositions(dModel, (table) => step("indexRows", table)),
};
