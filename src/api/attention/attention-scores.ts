/** The options of attention that change the scores before the softmax: their checks, and their form for the kernels. */

import {
  type AttentionShape,
  type ScoreRows,
  type ScoreSettings,
  scoreStages,
} from "../../bindings/full/attention.ts";
import { type Choices, type Floats, type Word, word } from "../../bindings/slots.ts";
import { checkArray } from "../arguments/buffers.ts";
import {
  checkFlag,
  checkNumber,
  checkWord,
  type NumberRule,
  readOptions,
  type Unchecked,
} from "../arguments/check.ts";
import { rangeError } from "../arguments/errors.ts";
import { type Alignment, checkOffset } from "../arguments/offset.ts";
import { factorRule } from "../arguments/sizes.ts";
import { input, nothing } from "../module/areas.ts";

/** What happens to the product of a query and a key before the softmax. */
export interface ScoreOptions {
  /** Factor of the scores q·k. Default 1/√headDim. */
  scale?: number | undefined;
  /** Scores become softcap · tanh(score / softcap), before biases are added. A number above 0. Default: no cap. */
  softcap?: number | undefined;
  /** Whether a query sees no key after itself. Default false. */
  causal?: boolean | undefined;
  /**
   * Number of keys before the first query, as with a growing cache: query t has position t + offset, key s position s. An
   * integer from −2^28 to 2^28. Default 0, but required, or `align`, if `causal` queries are fewer than keys.
   */
  offset?: number | undefined;
  /**
   * In place of `offset`: `"end"` for keys − queries, the last query at the last key, as with a cache; `"start"` for 0.
   *
   * @example
   * pe.attention({ q: Float32Array.of(0), k: new Float32Array(3), v: Float32Array.of(3, 6, 9), heads: 1, headDim: 1, causal: true, align: "end" }).output; // Float32Array [6]
   */
  align?: Alignment | undefined;
  /** How many keys before and after its own position a query sees, each 0 or more. Default: all. */
  window?: { before?: number | undefined; after?: number | undefined } | undefined;
  /**
   * Which keys each query sees; 0 hides a key: (heads, queries, keys), (queries, keys) for all heads, or (keys) for all heads
   * and queries. Hidden keys and values may hold anything.
   */
  mask?: Uint8Array | undefined;
  /** Added to the scores: (heads, queries, keys), or (queries, keys) for all heads. −∞ hides a key. */
  bias?: Float32Array | undefined;
  /**
   * Added to the scores by relative position: (heads, queries + keys − 1), or (queries + keys − 1) for all heads, in the
   * order of the vectors that `bias` returns.
   */
  relativeBias?: Float32Array | undefined;
  /** Whether to sum all products in double precision, as is done anyway if weights or scores are asked for. Default false. */
  precise?: boolean | undefined;
  /**
   * Which scores to return as well: `"raw"`, the products times scale; `"capped"`, after softcap; or `"biased"`, with all
   * biases, and −∞ for hidden keys. Default: none.
   */
  scores?: (typeof scoreStages)[number] | undefined;
}

export const scoreNames = [
  "scale",
  "softcap",
  "causal",
  "offset",
  "align",
  "window",
  "mask",
  "bias",
  "relativeBias",
  "precise",
  "scores",
] as const;

/** Scores divided by a smaller cap could exceed the range of doubles. */
const softcapRule: NumberRule = {
  from: 1e-30,
  to: 3.4e38,
  expected: "a number above 0, from 1e-30 to 3.4e38",
};
/** Positions of queries stay below 2^30, so that distances to keys fit 32 bits. */
const offsetRule: NumberRule = { from: -(2 ** 28), to: 2 ** 28, integer: true, default: 0 };

/** The kernel's number for a window without a limit. */
const unlimited = 2 ** 32 - 1;
const windowRule: NumberRule = { from: 0, to: unlimited, integer: true, default: unlimited };

export interface CheckedScores {
  settings: ScoreSettings;
  firstBias: ScoreRows<Floats>;
  secondBias: ScoreRows<Floats>;
  biasCount: number;
  /** What each query sees. */
  seen: ScoreRows<Choices>;
  stage: Word<typeof scoreStages>;
  /** Whether scores are returned. */
  wanted: boolean;
}

export function checkScores(given: Unchecked<keyof ScoreOptions>, shape: AttentionShape): CheckedScores {
  const scale = checkNumber("scale", given.scale, { ...factorRule, default: 1 / Math.sqrt(shape.headDim) });
  const softcap = given.softcap === undefined ? 0 : checkNumber("softcap", given.softcap, softcapRule);
  const offset = checkOffset(given, shape, offsetRule);
  const { before, after } =
    given.window === undefined ? {} : readOptions("window", given.window, windowNames);
  const stage = given.scores === undefined ? undefined : checkWord("scores", given.scores, scoreStages);
  const settings = {
    scale,
    causal: checkFlag("causal", given.causal, false),
    past: offset,
    before: checkNumber("window.before", before, windowRule),
    after: checkNumber("window.after", after, windowRule),
    softcap,
    precise: checkFlag("precise", given.precise, false),
  };
  const biases = [checkBias(given.bias, shape), checkRelative(given.relativeBias, shape)].filter(
    (rows) => rows !== undefined,
  );
  const none = { first: 0, head: 0, query: 0 };
  const noBias = { values: nothing(Float32Array), ...none };
  const [firstBias = noBias, secondBias = noBias] = biases;
  return {
    settings,
    firstBias,
    secondBias,
    biasCount: biases.length,
    seen: checkMask(given.mask, shape) ?? { values: nothing(Uint8Array), ...none },
    stage: word(scoreStages, stage ?? "raw"),
    wanted: stage !== undefined,
  };
}

const windowNames = ["before", "after"] as const;

function checkBias(given: unknown, { heads, queries, keys }: AttentionShape): ScoreRows<Floats> | undefined {
  if (given === undefined) return undefined;
  const values = checkArray("bias", given, ["Float32Array"]);
  const each = queries * keys;
  checkOneOf("bias", values, { "heads · queries · keys": heads * each, "queries · keys": each });
  return { values: input(values), first: 0, head: values.length === each ? 0 : each, query: keys };
}

function checkRelative(
  given: unknown,
  { heads, queries, keys }: AttentionShape,
): ScoreRows<Floats> | undefined {
  if (given === undefined) return undefined;
  const values = checkArray("relativeBias", given, ["Float32Array"]);
  const each = queries === 0 || keys === 0 ? 0 : queries + keys - 1;
  checkOneOf("relativeBias", values, {
    "heads · (queries + keys − 1)": heads * each,
    "queries + keys − 1": each,
  });
  return {
    values: input(values),
    first: Math.max(queries - 1, 0),
    head: values.length === each ? 0 : each,
    query: -1,
  };
}

function checkMask(given: unknown, { heads, queries, keys }: AttentionShape): ScoreRows<Choices> | undefined {
  if (given === undefined) return undefined;
  const mask = checkArray("mask", given, ["Uint8Array"]);
  const each = queries * keys;
  checkOneOf("mask", mask, {
    "heads · queries · keys": heads * each,
    "queries · keys": each,
    keys,
  });
  const values = input(mask);
  if (mask.length === each) return { values, first: 0, head: 0, query: keys };
  if (mask.length === keys) return { values, first: 0, head: 0, query: 0 };
  return { values, first: 0, head: each, query: keys };
}

function checkOneOf(param: string, { length }: { length: number }, lengths: Record<string, number>): void {
  if (Object.values(lengths).includes(length)) return;
  const meanings = Object.entries(lengths).map(([meaning, count]) => `${meaning} = ${count}`);
  const text = `${param} must have ${meanings.join(" or ")} entries; got ${length}`;
  throw rangeError(text, { code: "length", param, value: length });
}
