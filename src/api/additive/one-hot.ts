import { step } from "../module/calls.ts";
import { position, width } from "../spec/dimensions.ts";
import { method, type SpecOf } from "../spec/rules.ts";
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
