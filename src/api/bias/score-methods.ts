/** What each method of relative scores takes beside queries, and which kernel computes it. */
import { checkArray, checkLength } from "../arguments/buffers.ts";
import { checkFlag } from "../arguments/check.ts";
import { rangeError } from "../arguments/errors.ts";
import { type Area, input, scratch } from "../module/memory.ts";
import type { Slices, WasmModule } from "../module/module.ts";
import type { ResolvedSpec } from "../spec/methods.ts";
import { paired } from "../table/schedule.ts";
import type { GeometricSchedule } from "../table/sinusoid-schedule.ts";
import { blockStruct, relativePositions, type ScoreBlock } from "./score-block.ts";

/** The block with its queries, and its keys where the method reads them. */
export interface ScoreBlockOf extends ScoreBlock {
  q: Float32Array;
  k?: Float32Array;
  heads: number;
  headDim: number;
}

const learnedNames = [
  "k",
  "table",
  "keyTable",
  "queryTable",
  "u",
  "v",
  "positionWeight",
  "withContent",
] as const;
type LearnedName = (typeof learnedNames)[number];
type Given = Partial<Record<LearnedName, unknown>>;

interface ScoreKernel {
  /** The frequencies, where there are any: they come first. */
  schedule?: GeometricSchedule;
  /** The kernels' struct of the shape. */
  shape: Area;
  /** What comes after shape and scores. */
  areas: Area[];
  call: (scale: number, causal: boolean) => (module: WasmModule, slices: Slices) => void;
}

interface ScoreMethod {
  names: readonly LearnedName[];
  needsKeys: boolean;
  /** Products that are summed up, q·k among them where the scale is to make up for it. */
  scaleTerms: number;
  prepare: (given: Given, block: ScoreBlockOf) => ScoreKernel;
}

export function checkScoreMethod(spec: ResolvedSpec): ScoreMethod {
  switch (spec.method) {
    case "shaw":
      return shaw(spec);
    case "transformer-xl":
      return transformerXL(spec);
    case "deberta":
      return deberta(spec);
    default: {
      const text = `method must be shaw, transformer-xl or deberta; got "${spec.method}"`;
      throw rangeError(text, { code: "unsupported", param: "method", value: spec.method });
    }
  }
}

function shaw({ clip }: ResolvedSpec<"shaw">): ScoreMethod {
  return {
    names: ["table"],
    needsKeys: false,
    scaleTerms: 1,
    prepare: ({ table }, block) => {
      const vectors = checkRelativeTable("table", table, 2 * clip + 1, block);
      return {
        shape: blockStruct(block, block.heads, block.headDim, clip),
        areas: [input(block.q), input(vectors.values)],
        call: (scale, causal) => (module, slices) => module.shawScores(slices, vectors.heads, scale, causal),
      };
    },
  };
}

function transformerXL({ dModel, base }: ResolvedSpec<"transformer-xl">): ScoreMethod {
  return {
    names: ["k", "u", "v", "positionWeight", "withContent"],
    needsKeys: true,
    scaleTerms: 1,
    prepare: (given, block) => {
      const { heads, headDim } = block;
      const array = (name: LearnedName, count: number, meaning: string) => {
        const values = checkArray(name, given[name], ["Float32Array"]);
        checkLength(name, values, count, meaning);
        return input(values);
      };
      const channels = heads * headDim;
      const u = array("u", channels, "heads · headDim");
      const v = array("v", channels, "heads · headDim");
      const weight = array("positionWeight", channels * dModel, "heads · headDim · dModel");
      const withContent = checkFlag("withContent", given.withContent, false);
      const terms = input(Uint8Array.of(Number(withContent), 1, 1, 1));
      const rows = relativePositions(block) * Float32Array.BYTES_PER_ELEMENT;
      const room = [scratch(rows * dModel), scratch(rows * channels)];
      return {
        schedule: paired(dModel, base),
        shape: blockStruct(block, heads, headDim),
        areas: [input(block.q), input(block.k!), u, v, weight, terms, ...room],
        call: (scale, causal) => (module, slices) =>
          module.transformerXLScores(slices, dModel, scale, causal),
      };
    },
  };
}

function deberta(spec: ResolvedSpec<"deberta">): ScoreMethod {
  const { maxRelativePositions: reach, contentToPosition, positionToContent } = spec;
  const rows = 2 * reach;
  return {
    names: [
      ...(contentToPosition ? (["keyTable"] as const) : []),
      ...(positionToContent ? (["k", "queryTable"] as const) : []),
    ],
    needsKeys: positionToContent,
    scaleTerms: 1 + Number(contentToPosition) + Number(positionToContent),
    prepare: (given, block) => {
      const tableOf = (name: "keyTable" | "queryTable", isRead: boolean) =>
        isRead ? checkRelativeTable(name, given[name], rows, block) : noTable;
      const keyTable = tableOf("keyTable", contentToPosition);
      const queryTable = tableOf("queryTable", positionToContent);
      return {
        shape: blockStruct(block, block.heads, block.headDim, reach),
        areas: [block.q, block.k ?? noTable.values, keyTable.values, queryTable.values].map(input),
        call: (scale, causal) => (module, slices) =>
          module.debertaScores(slices, keyTable.heads, queryTable.heads, scale, causal),
      };
    },
  };
}

/** A learned table of vectors, (rows, heads, headDim); fewer heads than the queries' are shared. */
interface RelativeTable {
  values: Float32Array;
  heads: number;
}

const noTable: RelativeTable = { values: new Float32Array(0), heads: 1 };

export function checkRelativeTable(
  param: string,
  given: unknown,
  rows: number,
  { heads, headDim }: { heads: number; headDim: number },
): RelativeTable {
  const values = checkArray(param, given, ["Float32Array"]);
  const tableHeads = values.length / (rows * headDim);
  if (Number.isInteger(tableHeads) && tableHeads > 0 && heads % tableHeads === 0) {
    return { values, heads: tableHeads };
  }
  const text = `${param} must have ${rows} rows · heads, or a divisor of ${heads}, · headDim ${headDim} entries; got ${values.length}`;
  throw rangeError(text, { code: "length", param, value: values.length });
}
