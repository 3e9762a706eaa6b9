/** What is done to attention's scores between queries and weights: checked, and as the kernels take it. */

import { type ScoreRows, type ScoreSettings, scoreStages } from "../../bindings/full/attention.ts";
import { type Choices, type Floats, type Word, word } from "../../bindings/slots.ts";
import { checkArray } from "../arguments/buffers.ts";
import { checkFlag, checkNumber, checkWord, type NumberRule, readOptions } from "../arguments/check.ts";
import { rangeError } from "../arguments/errors.ts";
import { factorRule } from "../arguments/sizes.ts";
import { input, nothing } from "../module/areas.ts";
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
  scores?: (typeof scoreStages)[number] | undefined;
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

type Given = Partial<Record<keyof ScoreOptions, unknown>>;

export function checkScores(given: Given, shape: Shape): CheckedScores {
  const scale = checkNumber("scale", given.scale, { ...factorRule, default: 1 / Math.sqrt(shape.headDim) });
  const softcap = given.softcap === undefined ? 0 : checkNumber("softcap", given.softcap, softcapRule);
  const offset = checkNumber("offset", given.offset, offsetRule);
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

function checkBias(given: unknown, { heads, queries, keys }: Shape): ScoreRows<Floats> | undefined {
  if (given === undefined) return undefined;
  const values = checkArray("bias", given, ["Float32Array"]);
  const each = queries * keys;
  checkOneOf("bias", values, { "heads · queries · keys": heads * each, "queries · keys": each });
  return { values: input(values), first: 0, head: values.length === each ? 0 : each, query: keys };
}

function checkRelative(given: unknown, { heads, queries, keys }: Shape): ScoreRows<Floats> | undefined {
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

function checkMask(given: unknown, { heads, queries, keys }: Shape): ScoreRows<Choices> | undefined {
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
