import { similarity as similarityNames } from "../../bindings/full/properties.ts";
import type { Sines } from "../additive/encoder.ts";
import { exactArea } from "../additive/sines.ts";
import { checkNumber, type NumberRule, readOptions, type Unchecked } from "../arguments/check.ts";
import { rangeError, typeError } from "../arguments/errors.ts";
import { checkList, type Numbers } from "../arguments/numbers.ts";
import { input, NamedOutput } from "../module/areas.ts";
import { type Step, step } from "../module/calls.ts";
import { checkResult, type Engine } from "../module/engine.ts";
import type { Together } from "../spec/together.ts";
import type { Spec } from "../spec.ts";
import { checkSines } from "./sine-table.ts";

/** The offsets at which two rows are compared. */
export interface OffsetOptions {
  /** The first offset, an integer from −2^53 to 2^53. Default 0. */
  from?: number | undefined;
  /** The last offset, an integer from `from` to 2^53. Required, unless `offsets` is given. */
  to?: number | undefined;
  /** Offsets in any order, fractions too, instead of `from` and `to`. */
  offsets?: Numbers | undefined;
  /**
   * The position of the compared row. It matters only if some sine lacks its cosine; otherwise all positions give the same
   * results. Default 0.
   */
  position?: number | undefined;
}

export interface SimilarityFunctions {
  /**
   * The inner product of a row with the row at an offset: Σ cos(offset · frequency) for sines with their cosines.
   *
   * @param spec `sinusoidal` or `sine`.
   * @param options The offsets.
   * @returns A new array of one number for each offset, in double precision. Offset 0 gives the square of a row's norm.
   * @throws TypeError and RangeError as `encode` does; RangeError for another method.
   * @example
   * pe.similarity({ method: "sinusoidal", dModel: 512 }, { offsets: [0] }); // Float64Array [256]
   */
  similarity(spec: Spec, options: OffsetOptions): Float64Array<ArrayBuffer>;
  /** The same, with the spec as `spec`, or its fields, among the options. */
  similarity(options: Together<Spec, OffsetOptions>): Float64Array<ArrayBuffer>;

  /**
   * The Euclidean distance of a row to the row at an offset.
   *
   * @param spec `sinusoidal` or `sine`.
   * @param options The offsets.
   * @returns A new array of one distance for each offset, in double precision, with a relative error of about 2^-44, also for
   * rows that are close to each other.
   * @throws TypeError and RangeError as `encode` does; RangeError for another method.
   * @example
   * pe.distance({ method: "sinusoidal", dModel: 2 }, { from: 0, to: 1 }); // Float64Array [0, 0.9588510772084059]
   */
  distance(spec: Spec, options: OffsetOptions): Float64Array<ArrayBuffer>;
  /** The same, with the spec as `spec`, or its fields, among the options. */
  distance(options: Together<Spec, OffsetOptions>): Float64Array<ArrayBuffer>;
}

export function similarity(engine: Engine): SimilarityFunctions["similarity"] {
  return ((spec: Spec, options: unknown) => {
    const table = checkSines(spec);
    const factor = table.outputScale ** 2;
    return compare(engine, table, options, (inner) => factor * inner);
  }) as SimilarityFunctions["similarity"];
}

export function distance(engine: Engine): SimilarityFunctions["distance"] {
  return ((spec: Spec, options: unknown) => {
    const table = checkSines(spec);
    const factor = Math.abs(table.outputScale);
    return compare(engine, table, options, (_, squaredDistance) => factor * Math.sqrt(squaredDistance));
  }) as SimilarityFunctions["distance"];
}

/** Beyond 2^53 not every integer is a double. */
const farthest = 2 ** 53;
const anyOffset: NumberRule = { from: -farthest, to: farthest };
const wholeOffset: NumberRule = { ...anyOffset, integer: true };

type Pick = (inner: number, squaredDistance: number) => number;

function compare(engine: Engine, table: Sines, options: unknown, pick: Pick): Float64Array<ArrayBuffer> {
  const given = readOptions("options", options, ["from", "to", "offsets", "position"]);
  const position = checkNumber("position", given.position, { ...anyOffset, default: 0 });
  const asked = given.offsets === undefined ? checkRange(given) : checkOffsets(given);
  checkReach(asked, position);
  const size = { param: asked.offsets === undefined ? "to" : "offsets.length", value: asked.count };
  const picked = new Float64Array(asked.count);
  for (let first = 0; first < asked.count; first += mostTogether) {
    const part = partOf(asked, first);
    const out = new NamedOutput(similarityNames, part.count);
    engine.run(size, compareStep(table, part, position, out));
    for (let n = 0; n < part.count; n++)
      picked[first + n] = pick(out.get("inner", n), out.get("squaredDistance", n));
  }
  return picked;
}

/** Offsets in one call: enough to make the call's cost negligible, few enough for the cache. */
const mostTogether = 2 ** 12;

function partOf({ count: all, from, offsets, ...asked }: Asked, first: number): Asked {
  const count = Math.min(mostTogether, all - first);
  return {
    ...asked,
    count,
    from: from + first,
    ...(offsets && { offsets: offsets.subarray(first, first + count) }),
  };
}

interface Asked {
  count: number;
  from: number;
  farthest: number;
  offsets?: Float64Array;
}

function checkRange(given: Unchecked<keyof OffsetOptions>): Asked {
  const from = checkNumber("from", given.from, { ...wholeOffset, default: 0 });
  const to = checkNumber("to", given.to, { ...wholeOffset, from });
  const count = to - from + 1;
  checkResult(count * Float64Array.BYTES_PER_ELEMENT, { param: "to", value: to });
  return { count, from, farthest: Math.max(Math.abs(from), Math.abs(to)) };
}

function checkOffsets(given: Unchecked<keyof OffsetOptions>): Asked {
  for (const param of ["from", "to"] as const) {
    if (given[param] === undefined) continue;
    const text = `${param} and offsets exclude each other; leave ${param} out`;
    throw typeError(text, { code: "conflict", param, value: given[param] });
  }
  const list = checkList("offsets", given.offsets);
  const bytes = 2 * list.count * Float64Array.BYTES_PER_ELEMENT; // of the list and the result
  checkResult(bytes, { param: "offsets.length", value: list.count });
  const offsets = list.read(anyOffset);
  const most = offsets.reduce((most, offset) => Math.max(most, Math.abs(offset)), 0);
  return { count: list.count, from: 0, farthest: most, offsets };
}

function checkReach(asked: Asked, position: number): void {
  if (asked.farthest <= farthest - Math.abs(position)) return; // a sum could be rounded to 2^53
  const text = `position and offset together must be at most ${farthest}; got ${position} and ${asked.farthest}`;
  throw rangeError(text, { code: "range", param: "position", value: position });
}

function compareStep(
  table: Sines,
  { from: firstOffset, offsets }: Asked,
  position: number,
  out: NamedOutput<typeof similarityNames>,
): Step {
  const { columns } = table.place;
  const anywhere = { frequencies: exactArea(table), out };
  const isSame = columns.sines === columns.cosines; // at every position
  const at = { ...anywhere, columns, position };
  if (offsets === undefined)
    return isSame
      ? step("similarities", { ...anywhere, firstOffset })
      : step("similaritiesAt", { ...at, firstOffset });
  const list = input(offsets);
  return isSame
    ? step("similaritiesOf", { ...anywhere, offsets: list })
    : step("similaritiesOfAt", { ...at, offsets: list });
}
