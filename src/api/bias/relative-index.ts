import { checkOut } from "../arguments/buffers.ts";
import { checkWord, readOptions } from "../arguments/check.ts";
import { rangeError } from "../arguments/errors.ts";
import type { Engine, Size } from "../module/engine.ts";
import { type Area, Output, scratch } from "../module/memory.ts";
import type { Slices, WasmModule } from "../module/module.ts";
import { checkSpec, type ResolvedSpec, type Spec } from "../spec.ts";
import { bucketAreas } from "./relative-biases.ts";
import { blockNames, blockStruct, checkBlock, isEmpty, relativePositions } from "./score-block.ts";
import { checkCells, windowStruct } from "./swin.ts";

/** In the order of the kernel's enum DebertaTerm. */
const terms = ["contentToPosition", "positionToContent"] as const;

/** For which queries and keys rows are looked up. */
export interface RelativeIndexOptions<Out extends Int32Array = Int32Array<ArrayBuffer>> {
  /** Number of queries, from 0 on. Required, except for `swin`. */
  queries?: number | undefined;
  /** Number of keys, from 0 on. Default: offset + queries; for `swin`, the window's cells. */
  keys?: number | undefined;
  /** Keys before the first query, from −2^53 to 2^53. Default 0. Not for `swin`. */
  offset?: number | undefined;
  /** Which of the two tables of `deberta` is read. Default `"contentToPosition"`. */
  term?: (typeof terms)[number] | undefined;
  /** Filled and returned in place of a new array: queries · keys integers. */
  out?: Out | undefined;
}

export interface RelativeIndex {
  /**
   * Which row of a learned table belongs to each query and key: T5's buckets, the clipped distances of Shaw and DeBERTa,
   * Swin's offsets in a window.
   *
   * @param spec `t5`, `shaw`, `deberta` or `swin`.
   * @param options Which queries and keys.
   * @returns (queries, keys), row-major: `out`, or a new array.
   * @throws TypeError and RangeError as `bias` does; RangeError for a method without such a table.
   * @example
   * pe.relativeIndex({ method: "t5" }, { queries: 1, keys: 5, offset: 2 }); // Int32Array [2, 1, 0, 17, 18]
   */
  relativeIndex<Out extends Int32Array = Int32Array<ArrayBuffer>>(
    spec: Spec,
    options: RelativeIndexOptions<Out>,
  ): Out;
}

export function relativeIndex(engine: Engine): RelativeIndex["relativeIndex"] {
  return ((spec: unknown, options: unknown) => {
    const checked = checkSpec(spec);
    return checked.method === "swin"
      ? windowIndex(engine, checked, options)
      : distanceIndex(engine, checked, options);
  }) as RelativeIndex["relativeIndex"];
}

function windowIndex(engine: Engine, spec: ResolvedSpec<"swin">, options: unknown): unknown {
  const given = readOptions("options", options, ["queries", "keys", "out"]);
  const cells = checkCells(spec, given);
  const out = outputOf(given.out, cells, cells);
  const size = { param: "window", value: spec.window };
  engine.run(size, [windowStruct(spec), out], (module, slices) => module.swinIndex(slices));
  return given.out ?? out.result;
}

function distanceIndex(engine: Engine, spec: ResolvedSpec, options: unknown): unknown {
  const { more, areas, call } = kernelOf(spec);
  const given = readOptions("options", options, [...blockNames, ...more, "out"]);
  const term = terms.indexOf(checkWord("term", given.term, terms, terms[0]));
  const block = checkBlock(given);
  const out = outputOf(given.out, block.queries, block.keys);
  if (isEmpty(block)) return given.out ?? new Int32Array(0);
  const vector = scratch(relativePositions(block) * Int32Array.BYTES_PER_ELEMENT);
  const size: Size = { param: "queries", value: block.queries };
  engine.run(size, [blockStruct(block), vector, out, ...areas], (module, slices) =>
    call(module, slices, term),
  );
  return given.out ?? out.result;
}

function outputOf(out: unknown, queries: number, keys: number): Output<Int32Array> {
  const count = queries * keys;
  return new Output(Int32Array, count, checkOut(out, "Int32Array", count, "queries · keys"));
}

interface Kernel {
  /** Options that the others do not take. */
  more: readonly "term"[];
  /** What comes after block, vector and matrix. */
  areas: Area[];
  call: (module: WasmModule, slices: Slices, term: number) => void;
}

function kernelOf(spec: ResolvedSpec): Kernel {
  switch (spec.method) {
    case "t5":
      return { more: [], areas: bucketAreas(spec), call: (module, slices) => module.t5Index(slices) };
    case "shaw":
      return { more: [], areas: [], call: (module, slices) => module.shawIndex(slices, spec.clip) };
    case "deberta": {
      const reach = spec.maxRelativePositions;
      return {
        more: ["term"],
        areas: [],
        call: (module, slices, term) => module.debertaIndex(slices, term, reach),
      };
    }
    default: {
      const text = `method must have a learned table for relative positions: t5, shaw, deberta or swin; got "${spec.method}"`;
      throw rangeError(text, { code: "unsupported", param: "method", value: spec.method });
    }
  }
}
