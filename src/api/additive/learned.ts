import { checkArray, checkLength } from "../arguments/buffers.ts";
import { input } from "../module/areas.ts";
import { step } from "../module/calls.ts";
import { position, tokens, width } from "../spec/dimensions.ts";
import { method, number, type SpecOf } from "../spec/rules.ts";
import { rowNames } from "../table/rows.ts";
import { byPositions, checkPlaces } from "./by-positions.ts";
import type { Encoder } from "./encoder.ts";

/**
 * A learned vector for each position.
 *
 *   P[t] = W[t]
 *
 * Shape     (length, dModel), from W (maxLength, dModel)
 * Source    Gehring et al. 2017, arXiv 1705.03122, section 3.1
 *
 * @example
 * pe.encode({ method: "learned", dModel: 2, maxLength: 3 }, { positions: [2, 0], table: Float32Array.of(1, 2, 3, 4, 5, 6) }); // Float32Array [5, 6, 1, 2]
 */
export const learned = method({
  family: "additive",
  fields: {
    /** Channels of an embedding. */
    dModel: width,
    /** Number of rows of W. Row t belongs to position t, starting at 0. */
    maxLength: number({ ...tokens, usual: 512 }),
    /** Position of the first row. */
    start: position,
  },
});

export const learnedEncoder: Encoder<SpecOf<typeof learned>> = {
  options: [...rowNames, "table"],
  rowsInAll: ({ maxLength }) => maxLength,
  byRows({ dModel, maxLength }, given) {
    const table = checkArray("table", given.table, ["Float32Array"]);
    checkLength("table", table, maxLength * dModel, `maxLength · dModel = ${maxLength} · ${dModel}`);
    return (rows) => {
      checkPlaces(rows, maxLength, "the last learned position");
      const learned = { table: input(table), rows: maxLength };
      return byPositions(dModel, (of) => step("learnedRows", { ...of, ...learned }))(rows);
    };
  },
};
