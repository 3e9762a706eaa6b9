/** Biases that depend on the relative position alone: what each needs beside its spec, and which kernel computes it. */

import { checkArray, checkLength, checkOut } from "../arguments/buffers.ts";
import { checkFlag, checkNumber, checkWord, type NumberRule, readOptions } from "../arguments/check.ts";
import { checkList } from "../arguments/numbers.ts";
import { widthRule } from "../arguments/sizes.ts";
import type { Engine } from "../module/engine.ts";
import { type Area, input, Output, scratch } from "../module/memory.ts";
import type { Slices, WasmModule } from "../module/module.ts";
import type { ResolvedSpec } from "../spec/methods.ts";
import type { GeometricSchedule } from "../table/sinusoid-schedule.ts";
import {
  blockNames,
  blockStruct,
  checkBlock,
  isEmpty,
  relativePositions,
  type ScoreBlock,
} from "./score-block.ts";

export type RelativeBiasMethod = "alibi" | "t5" | "kerple" | "sandwich" | "none";

/** The numbers that a model has learned. */
type Learned = Partial<Record<"table" | "r1" | "r2", unknown>>;

interface RelativeBias<M extends RelativeBiasMethod> {
  learned: readonly (keyof Learned)[];
  /** The frequencies, where there are any: they come first. */
  schedule?: (spec: ResolvedSpec<M>) => GeometricSchedule;
  /** What comes after block, vector and matrix. */
  areas: (spec: ResolvedSpec<M>, given: Learned, heads: number, block: ScoreBlock) => Area[];
  call: (
    module: WasmModule,
    slices: Slices,
    spec: ResolvedSpec<M>,
    ...common: [heads: number, causal: boolean]
  ) => void;
}

const oneDoubleEach = (heads: number) => scratch(heads * Float64Array.BYTES_PER_ELEMENT);

const biases: { [M in RelativeBiasMethod]: RelativeBias<M> } = {
  alibi: {
    learned: [],
    areas: (_spec, _given, heads) => [oneDoubleEach(heads)],
    call: (module, slices, _spec, ...common) => module.alibi(slices, ...common),
  },
  t5: {
    learned: ["table"],
    areas: (spec, { table }, heads, block) => [
      ...bucketAreas(spec),
      scratch(relativePositions(block) * Int32Array.BYTES_PER_ELEMENT),
      checkTable(table, spec.buckets, heads, "buckets"),
    ],
    call: (module, slices, _spec, ...common) => module.t5(slices, ...common),
  },
  kerple: {
    learned: ["r1", "r2"],
    areas: (_spec, { r1, r2 }, heads) => [checkPerHead("r1", r1, heads), checkPerHead("r2", r2, heads)],
    call: (module, slices, { kernel }, ...common) => module.kerple(slices, ...common, kernel === "power"),
  },
  sandwich: {
    learned: [],
    schedule: ({ dModel, base, firstPair }) => ({
      kind: "geometric",
      pairs: dModel / 2 + firstPair,
      base,
      numerator: 2,
      denominator: dModel,
    }),
    areas: (_spec, _given, heads) => [oneDoubleEach(heads)],
    call: (module, slices, { firstPair, headRatios }, ...common) =>
      module.sandwich(slices, ...common, firstPair, headRatios),
  },
  none: {
    learned: [],
    areas: () => [],
    call: (module, slices, _spec, ...common) => module.noBias(slices, ...common),
  },
};

/** The struct T5Buckets, and room for the first distance of each logarithmic step. */
export function bucketAreas({ buckets, maxDistance, bidirectional }: ResolvedSpec<"t5">): Area[] {
  const half = bidirectional ? Math.floor(buckets / 2) : buckets;
  const steps = half - Math.floor(half / 2);
  return [
    input(Uint32Array.of(buckets, maxDistance, Number(bidirectional))),
    scratch((steps - 1) * Uint32Array.BYTES_PER_ELEMENT),
  ];
}

/** A learned table with a column for each head. */
export function checkTable(value: unknown, rows: number, heads: number, meaning: string): Area {
  const table = checkArray("table", value, ["Float32Array"]);
  checkLength("table", table, rows * heads, `${meaning} · heads = ${rows} · ${heads}`);
  return input(table);
}

/** Larger ones would leave the doubles. */
const positive: NumberRule = { from: 5e-324, to: 2 ** 900, expected: "a number above 0, up to 2^900" };

function checkPerHead(param: string, value: unknown, heads: number): Area {
  const list = checkList(param, value);
  checkLength(param, { length: list.count }, heads, "heads");
  return input(list.read(positive));
}

const forms = ["matrix", "vector"] as const;

export function relativeBias(
  engine: Engine,
  spec: ResolvedSpec<RelativeBiasMethod>,
  options: unknown,
): unknown {
  const row = biases[spec.method] as unknown as RelativeBias<RelativeBiasMethod>;
  const names = ["heads", ...blockNames, "causal", "as", ...row.learned, "out"] as const;
  const given = readOptions("options", options, names);
  const heads = checkNumber("heads", given.heads, widthRule);
  const block = checkBlock(given);
  const causal = checkFlag("causal", given.causal, false);
  const isVector = checkWord("as", given.as, forms, "matrix") === "vector";
  const offsets = relativePositions(block);
  const count = heads * (isVector ? offsets : block.queries * block.keys);
  const meaning = isVector ? "heads · (queries + keys − 1)" : "heads · queries · keys";
  const out = new Output(Float32Array, count, checkOut(given.out, "Float32Array", count, meaning));
  const learned = row.areas(spec, given, heads, block);
  if (isEmpty(block)) return given.out ?? new Float32Array(0);

  const places = isVector
    ? [out, scratch(0)]
    : [scratch(heads * offsets * Float32Array.BYTES_PER_ELEMENT), out];
  const areas = [blockStruct(block), ...places, ...learned];
  const call = (module: WasmModule, slices: Slices) => row.call(module, slices, spec, heads, causal);
  const size = { param: "queries", value: block.queries };
  if (row.schedule === undefined) engine.run(size, areas, call);
  else engine.runWithSchedule(row.schedule(spec), size, areas, call);
  return given.out ?? out.result;
}
