import { rowDistances, tableRange } from "../../bindings/full/properties.ts";
import { checkNames, readOptions } from "../arguments/check.ts";
import { rangeError } from "../arguments/errors.ts";
import { rowsInAll } from "../encode/encode.ts";
import { encodings } from "../encode/encodings.ts";
import { input, NamedOutput } from "../module/areas.ts";
import { step } from "../module/calls.ts";
import type { Engine } from "../module/engine.ts";
import type { TableInputs } from "../table/table-plan.ts";
import { checkAnyRow, checkSource, type DoubleRows, rowsOfSpec, type TableSource } from "./table-source.ts";

/** Four criteria for encodings of positions, and how the rows of a table meet them. */
export interface Criteria {
  /** Is every row unique? */
  unique: {
    /** Whether the smallest distance is more than 0. */
    holds: boolean;
    /** The smallest distance of two rows; Infinity for a single row. */
    smallestDistance: number;
    /** The two rows, counted from the first; undefined for a single row. */
    rows?: [number, number];
  };
  /** Does the distance of two rows depend on their offset alone? */
  consistent: {
    /** Whether the largest spread is within rounding: 2^-20 · √dModel · the largest entry. */
    holds: boolean;
    /** The largest difference between the distances of one offset. */
    largestSpread: number;
    /** The offset with the largest difference; 0 if all distances are equal. */
    offset: number;
  };
  /** Are the values bounded? */
  bounded: {
    /** Whether all values are from −1 to 1. */
    holds: boolean;
    smallest: number;
    largest: number;
    /** The mean of all entries; 0 if they are centred. */
    mean: number;
  };
  /** Are there rows for longer sequences? */
  extends: {
    holds: boolean;
    /** Largest possible number of rows. */
    rows: number;
  };
}

export interface CriteriaFunction {
  /**
   * The four criteria for an encoding of positions, computed from the rows of a table.
   *
   * @param source An additive spec, or your own table, `{ table, dModel }`.
   * @param options For a spec, the rows, as for `encode`: up to 8192, as each is compared with all others. A thousand rows of
   * 512 channels take about 0.1 s.
   * @returns A new object.
   * @throws TypeError and RangeError as `encode` does; RangeError for a table without rows, or with too many.
   * @example
   * pe.criteria({ method: "index" }, { length: 50 }).bounded.largest; // 49
   */
  criteria(source: TableSource, options?: TableInputs): Criteria;
}

const names = ["length", "start", "positions", "points", "table", "matrix"] as const;

/** Computing the criteria of this many rows takes about ten seconds. */
const mostRows = 8192;

export function criteria(engine: Engine): CriteriaFunction["criteria"] {
  return (source, options = {}) => {
    const checked = checkSource(source);
    const given = readOptions("options", options, names);
    if ("own" in checked) {
      checkNames("a table", new Map(Object.entries(given)), []);
      return judge(engine, checked.own, checked.own.rows);
    }
    if (typeof given.length === "number" && given.length > mostRows) throw tooMany(given.length);
    const { spec } = checked;
    return judge(engine, rowsOfSpec(engine, spec, given), rowsInAll(encodings, spec));
  };
}

function tooMany(rows: number) {
  const text = `length must be at most ${mostRows}, because each row is compared with all others; got ${rows}`;
  return rangeError(text, { code: "range", param: "length", value: rows });
}

/** A few times the error of distances from entries that are rounded to floats, relative to the entries and √dModel. */
const rounding = 2 ** -20;

function judge(engine: Engine, given: DoubleRows, most: number): Criteria {
  checkAnyRow(given);
  const { values, dModel, rows } = given;
  if (rows > mostRows) throw tooMany(rows);
  // The state before the first offset, which is 1.
  const state = new NamedOutput(rowDistances, 1, Float64Array.of(1, Number.POSITIVE_INFINITY, 0, 0, 0, 0));
  const range = new NamedOutput(tableRange);
  const table = input(values);
  engine.run(
    { param: "length", value: rows },
    step("rowDistances", { table, width: dModel, lastOffset: rows - 1, state }),
    step("tableRange", { table, range }),
  );
  const [smallestDistance, largestSpread] = [state.get("smallest"), state.get("spread")];
  const [row, offset] = [state.get("smallestRow"), state.get("smallestOffset")];
  const [smallest, largest, mean] = [range.get("smallest"), range.get("largest"), range.get("mean")];
  const extent = Math.max(-smallest, largest);
  return {
    unique: {
      holds: smallestDistance > 0,
      smallestDistance,
      ...(rows > 1 && { rows: [row, row + offset] as [number, number] }),
    },
    consistent: {
      holds: largestSpread <= rounding * Math.sqrt(dModel) * extent,
      largestSpread,
      offset: state.get("spreadOffset"),
    },
    bounded: { holds: extent <= 1, smallest, largest, mean },
    extends: { holds: most === Number.POSITIVE_INFINITY, rows: most },
  };
}
