/** The options of attention that change the scores before the softmax: their checks, and their form for the kernels. */

import {
  type AttentionShape,
  type ScoreRows,
  type ScoreSettings,
  scoreStages,
} from "../../bindings/attention.ts";
import { type Choices, type Floats, type Word, word } from "../../bindings/slots.ts";
import { checkArray, checkLength } from "../arguments/buffers.ts";
import {
  checkFlag,
  checkNumber,
  checkWord,
  type NumberRule,
  readOptions,
  type Unchecked,
} from "../arguments/check.ts";
import { typeError } from "../arguments/errors.ts";
import { type Alignment, checkOffset } from "../arguments/offset.ts";
import { factorRule } from "../arguments/sizes.ts";
import { type Area, input, nothing } from "../module/areas.ts";
import { checkQueryScale, type QueryScaleOption } from "./query-scale.ts";
import { checkBias, checkMask, checkRelative } from "./score-rows.ts";

/** Options that change the product of a query and a key before the softmax. */
export interface ScoreOptions {
  /** Factor of the scores q·k. Default 1/√headDim. */
  scale?: number | undefined;
  /** Scores become softcap · tanh(score / softcap), before biases are added. A number above 0. Default: no cap. */
  softcap?: number | undefined;
  /** Whether a query sees no key after itself. Default false. */
  causal?: boolean | undefined;
  /**
   * Number of keys before the first query, as with a growing cache: query t has position t + offset, key s position s. An
   * integer from −2^28 to 2^28. Default 0. Required (unless `align` is given) if there are fewer queries than keys and `causal`,
   * `window.chunk` or `queryScale` is given.
   */
  offset?: number | undefined;
  /**
   * Instead of `offset`: `"end"` for keys − queries, the last query at the last key, as with a cache; `"start"` for 0.
   *
   * @example
   * pe.attention({ q: Float32Array.of(0), k: new Float32Array(3), v: Float32Array.of(3, 6, 9), heads: 1, headDim: 1, causal: true, align: "end" }).output; // Float32Array [6]
   */
  align?: Alignment | undefined;
  /**
   * How many keys before and after its own position a query sees, each 0 or more; or `chunk`, 1 or more: only keys of the
   * query's own chunk, where chunks begin at the multiples of `chunk`, as in Llama 4. Default: all.
   *
   * @example
   * const x = new Float32Array(3);
   * pe.attention({ q: x, k: x, v: Float32Array.of(3, 6, 9), heads: 1, headDim: 1, window: { chunk: 2 } }).output; // Float32Array [4.5, 4.5, 9]
   */
  window?:
    | { before?: number | undefined; after?: number | undefined; chunk?: undefined }
    | { chunk: number; before?: undefined; after?: undefined }
    | undefined;
  /**
   * A learned logit for each head in the denominator of its softmax, as in gpt-oss: it acts as a key whose value is zero and whose
   * weight is not returned. `heads` numbers; −∞ means no sink. Default: no sinks.
   *
   * @example
   * pe.attention({ q: new Float32Array(1), k: new Float32Array(2), v: Float32Array.of(3, 6), heads: 1, headDim: 1, sinks: Float32Array.of(0) }).output; // Float32Array [3]
   */
  sinks?: Float32Array | undefined;
  /**
   * Scores of a query at position p are multiplied by 1 + beta · ln(1 + ⌊(p + shift) / length⌋), as in Llama 4; with `type`
   * `"log-n"` by max(1, ln(p + 1) / ln(length)), as in Qwen 1; with `"scalable"` by scale · ln(p + 1), scalable softmax; with
   * `"log-ratio"` by 1 + beta · ln(max(1, (p + shift) / length)), as in Inkling; with `"power"` by (1 + (p + shift) /
   * length)^exponent, as in Beam. Default: no factor.
   */
  queryScale?: QueryScaleOption | undefined;
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
  /** Whether to sum all products in double precision. Always true if weights or scores are returned. Default false. */
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
  "sinks",
  "queryScale",
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

/** The kernel's value for an unlimited window. */
const unlimited = 2 ** 32 - 1;
const windowRule: NumberRule = { from: 0, to: unlimited, integer: true, default: unlimited };
const chunkRule: NumberRule = { from: 1, to: unlimited, integer: true };
export interface CheckedScores {
  settings: ScoreSettings;
  firstBias: ScoreRows<Floats>;
  secondBias: ScoreRows<Floats>;
  biasCount: number;
  sinks: Area<Float32Array>;
  queryFactors: Area<Float64Array>;
  /** The keys that each query sees. */
  seen: ScoreRows<Choices>;
  stage: Word<typeof scoreStages>;
  /** Whether scores are returned. */
  wanted: boolean;
}

export function checkScores(given: Unchecked<keyof ScoreOptions>, shape: AttentionShape): CheckedScores {
  const scale = checkNumber("scale", given.scale, { ...factorRule, default: 1 / Math.sqrt(shape.headDim) });
  const softcap = given.softcap === undefined ? 0 : checkNumber("softcap", given.softcap, softcapRule);
  const causal = checkFlag("causal", given.causal, false);
  const window = checkWindow(given.window);
  const needed = causal
    ? "causal"
    : window.chunk > 0
      ? "window.chunk"
      : given.queryScale !== undefined
        ? "queryScale"
        : undefined;
  const offset = checkOffset(given, shape, offsetRule, needed);
  const stage = given.scores === undefined ? undefined : checkWord("scores", given.scores, scoreStages);
  const settings = {
    scale,
    causal,
    past: offset,
    ...window,
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
    sinks: checkSinks(given.sinks, shape),
    queryFactors: checkQueryScale(given.queryScale, shape, offset),
    seen: checkMask(given.mask, shape) ?? { values: nothing(Uint8Array), ...none },
    stage: word(scoreStages, stage ?? "raw"),
    wanted: stage !== undefined,
  };
}

const windowNames = ["before", "after", "chunk"] as const;

function checkWindow(given: unknown): Pick<ScoreSettings, "before" | "after" | "chunk"> {
  const { before, after, chunk } = given === undefined ? {} : readOptions("window", given, windowNames);
  const conflict = before === undefined ? (after === undefined ? undefined : "after") : "before";
  if (chunk !== undefined && conflict !== undefined) {
    const text = `window.chunk and window.${conflict} exclude each other; leave window.chunk out`;
    throw typeError(text, { code: "conflict", param: "window.chunk", value: chunk });
  }
  return {
    before: checkNumber("window.before", before, windowRule),
    after: checkNumber("window.after", after, windowRule),
    chunk: chunk === undefined ? 0 : checkNumber("window.chunk", chunk, chunkRule),
  };
}

function checkSinks(given: unknown, { heads }: AttentionShape): Area<Float32Array> {
  if (given === undefined) return nothing(Float32Array);
  const sinks = checkArray("sinks", given, ["Float32Array"]);
  checkLength("sinks", sinks, heads, `heads = ${heads}`);
  return input(sinks);
}
