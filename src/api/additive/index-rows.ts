import { step } from "../module/calls.ts";
import { equalChannels, position } from "../spec/dimensions.ts";
import { method, type SpecOf } from "../spec/rules.ts";
import { rowNames } from "../table/rows.ts";
import { byPositions } from "./by-positions.ts";
import type { Encoder } from "./encoder.ts";

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
