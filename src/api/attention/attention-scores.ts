/** What is done to attention's scores between queries and weights: checked, and as the kernels take it. */

import { checkArray } from "../arguments/buffers.ts";
import { checkFlag, checkNumber, checkWord, type NumberRule, readOptions } from "../arguments/check.ts";
import { rangeError } from "../arguments/errors.ts";
import { factorRule } from "../arguments/sizes.ts";
import { type Area, input } from "../module/memory.ts";
import type { Shape } from "./attention-shape.ts";

/** What becomes of a product of a query and a key before the softmax. */
export interface ScoreOptions {
  /** Factor on the scores q·k. Default 1/√headDim. */
  scale?: number | undefined;
  /** Scores become softcap · tanh(score / softcap), before biases. A number above 0. Default: they stay as they are. */
  softcap?: number | undefined;
  /** Whether a query sees no key after itself. Default false. */
  causal?: boolean | undefined;
  /**
   * Keys before the first query, as with a growing cache: query t stands at position t + offset, key s at position s. An
   * integer from −2^28 to 2^28. Default 0.
   */
  offset?: number | undefined;
  /** How many keys before and after itself a query sees, from 0 on. Default: all of them. */
  window?: { before?: number | undefined; after?: number | undefined } | undefined;
  /**
   * What each query sees, 0 or not: (heads, queries, keys), (queries, keys) for all heads, or (keys) for all queries, too.
   * Hidden keys and values may hold anything.
   */
  mask?: Uint8Array | undefined;
  /** Added to the scores: (heads, queries, keys), or (queries, keys) for all heads. −∞ hides a key. */
  bias?: Float32Array | undefined;
  /**
   * Added to the scores by relative position: (heads, queries + keys − 1), or (queries + keys − 1) for all heads, as `bias`
   * gives it as a vector.
   */
  relativeBias?: Float32Array | undefined;
  /** Whether all products are summed in double precision, as they are where weights or scores are asked for. Default false. */
  precise?: boolean | undefined;
  /**
   * Which scores to return, too: products times scale, the same after softcap, or with all biases, where hidden keys have
   * −∞. Default: none.
   */
  scores?: (typeof stages)[number] | undefined;
}

export const scoreNames = [
  "scale",
  "softcap",
  "causal",
  "offset",
  "window",
  "mask",
  "bias",
  "relativeBias",
  "precise",
  "scores",
] as const;

/** In the order of the kernel's enum ScoreStage. */
const stages = ["raw", "capped", "biased"] as const;

/** Smaller ones would leave the doubles when scores are divided by them. */
const softcapRule: NumberRule = {
  from: 1e-30,
  to: 3.4e38,
  expected: "a number above 0, from 1e-30 to 3.4e38",
};
/** Positions of queries stay below 2^30, so that distances to keys fit 32 bits. */
const offsetRule: NumberRule = { from: -(2 ** 28), to: 2 ** 28, integer: true, default: 0 };

/** What the kernel takes for no limit of a window. */
const unlimited = 2 ** 32 - 1;
const windowRule: NumberRule = { from: 0, to: unlimited, integer: true, default: unlimited };

export interface CheckedScores {
  /** The bindings' struct Settings. */
  settings: Area;
  /** Two biases and what is seen, each empty where it was not given. */
  rows: Area[];
  /** Whether scores are returned. */
  wanted: boolean;
  /** Keys before the first query. */
  offset: number;
}

type Given = Partial<Record<keyof ScoreOptions, unknown>>;

export function checkScores(given: Given, shape: Shape): CheckedScores {
  const scale = checkNumber("scale", given.scale, { ...factorRule, default: 1 / Math.sqrt(shape.headDim) });
  const softcap = given.softcap === undefined ? 0 : checkNumber("softcap", given.softcap, softcapRule);
  const offset = checkNumber("offset", given.offset, offsetRule);
  const { before, after } =
    given.window === undefined ? {} : readOptions("window", given.window, windowNames);
  const integers = [
    offset,
    checkNumber("window.before", before, windowRule),
    checkNumber("window.after", after, windowRule),
    Number(checkFlag("causal", given.causal, false)),
    Number(checkFlag("precise", given.precise, false)),
  ];
  const stage = given.scores === undefined ? undefined : checkWord("scores", given.scores, stages);
  const biases = [checkBias(given.bias, shape), checkRelative(given.relativeBias, shape)].filter(isGiven);
  const seen = checkMask(given.mask, shape) ?? noRows;
  const [first = noRows, second = noRows] = biases;
  const all = [first, second, seen];
  const struct = new Float64Array(10);
  struct.set([scale, softcap]);
  const stageIndex = stage === undefined ? 0 : stages.indexOf(stage);
  const strides = all.flatMap(({ first, head, query }) => [first, head, query]);
  new Uint32Array(struct.buffer).set([...integers, stageIndex, biases.length, ...strides], 4);
  return {
    settings: input(struct),
    rows: all.map(({ values }) => input(values)),
    wanted: stage !== undefined,
    offset,
  };
}

const windowNames = ["before", "after"] as const;

/** The kernels' ScoreRows: values[first + h · head + t · query + s]. */
interface Rows {
  values: Float32Array | Uint8Array;
  first: number;
  head: number;
  query: number;
}

const isGiven = (rows: Rows | undefined): rows is Rows => rows !== undefined;

const noRows: Rows = { values: new Float32Array(0), first: 0, head: 0, query: 0 };

function checkBias(given: unknown, { heads, queries, keys }: Shape): Rows | undefined {
  if (given === undefined) return undefined;
  const values = checkArray("bias", given, ["Float32Array"]);
  const each = queries * keys;
  checkOneOf("bias", values, { "heads · queries · keys": heads * each, "queries · keys": each });
  return { values, first: 0, head: values.length === each ? 0 : each, query: keys };
}

function checkRelative(given: unknown, { heads, queries, keys }: Shape): Rows | undefined {
  if (given === undefined) return undefined;
  const values = checkArray("relativeBias", given, ["Float32Array"]);
  const each = queries === 0 || keys === 0 ? 0 : queries + keys - 1;
  checkOneOf("relativeBias", values, {
    "heads · (queries + keys − 1)": heads * each,
    "queries + keys − 1": each,
  });
  return { values, first: Math.max(queries - 1, 0), head: values.length === each ? 0 : each, query: -1 };
}

function checkMask(given: unknown, { heads, queries, keys }: Shape): Rows | undefined {
  if (given === undefined) return undefined;
  const values = checkArray("mask", given, ["Uint8Array"]);
  const each = queries * keys;
  checkOneOf("mask", values, {
    "heads · queries · keys": heads * each,
    "queries · keys": each,
    keys,
  });
  if (values.length === each) return { values, first: 0, head: 0, query: keys };
  if (values.length === keys) return { values, first: 0, head: 0, query: 0 };
  return { values, first: 0, head: each, query: keys };
}

function checkOneOf(param: string, { length }: { length: number }, lengths: Record<string, number>): void {
  if (Object.values(lengths).includes(length)) return;
  const meanings = Object.entries(lengths).map(([meaning, count]) => `${meaning} = ${count}`);
  const text = `${param} must have ${meanings.join(" or ")} entries; got ${length}`;
  throw rangeError(text, { code: "length", param, value: length });
}
