/** From log-probabilities to scores: the score of each query with the key of each channel. */
import { failure, rangeError } from "../../api/arguments/errors.ts";
import { firstMark, type ProbePlan } from "./plan.ts";

/** An engine's answers. */
export interface ProbeAnswers {
  /** The ids of the tokens that the engine was given. */
  tokens: readonly number[];
  /** For each of these tokens, the log-probabilities of all tokens of the vocabulary after it. */
  logprobs: readonly ArrayLike<number>[];
}

/** Scores of a layer: `at(t, c)` for the query at position t, with the key at position c. NaN: the query does not see it. */
export interface LayerScores {
  /** Tokens of the prompt. */
  readonly length: number;
  readonly headDim: number;
  /** Tokens that a query sees, itself included; null if it sees all. */
  readonly window: number | null;
  /** The sink's logit; null if all attention goes to tokens, or the checkpoint does not show how much does. */
  readonly sink: number | null;
  at(t: number, c: number): number;
}

/** A weight below this share of the largest is 0: the engine masks its key. float16 weights of seen keys are above 1e-5 of it. */
const masked = 1e-6;

const wrong = (text: string, param: string, value: unknown) =>
  rangeError(text, { code: "range", param, value });

/** Less attention than this share is missing by the rounding of bfloat16 alone, 2^-9 in each of a few steps. */
const leastSink = 0.02;

/** Throws unless the answers are for the probe's prompt, complete, and natural logarithms of probabilities. */
export function checkAnswers(
  { prompt, vocab, headDim }: ProbePlan,
  { tokens, logprobs }: ProbeAnswers,
): void {
  if (tokens.length === prompt.length + 1 && prompt.every((token, t) => tokens[t + 1] === token))
    throw wrong(
      `the engine put token ${tokens[0]} in front of the prompt (BOS); turn that off, and run the probe again`,
      "tokens",
      tokens[0],
    );
  const isCut = tokens.length < prompt.length && tokens.every((token, t) => token === prompt[t]);
  if (isCut)
    throw wrong(
      `the answers are cut: ${tokens.length} tokens of ${prompt.length}; run the whole prompt`,
      "tokens",
      tokens.length,
    );
  const other = prompt.findIndex((token, t) => tokens[t] !== token);
  if (other >= 0 || tokens.length !== prompt.length)
    throw wrong(
      `the answers are for another prompt: token ${other < 0 ? prompt.length : other} differs`,
      "tokens",
      tokens[other],
    );
  if (logprobs.length !== prompt.length)
    throw wrong(
      `${logprobs.length} rows of log-probabilities for ${prompt.length} tokens; give one for each`,
      "logprobs",
      logprobs.length,
    );
  const short = logprobs.findIndex((row) => row.length !== vocab);
  if (short >= 0)
    throw wrong(
      `row ${short} has ${logprobs[short]!.length} log-probabilities, and the model has ${vocab} tokens; give all of them`,
      `logprobs[${short}]`,
      logprobs[short]!.length,
    );
  for (let t = headDim; t < logprobs.length; t++) checkRow(logprobs[t]!, t);
  checkDigits(logprobs.slice(headDim, headDim + 8));
}

/** Fewer decimals than this lose the phases of slow pairs. */
const leastDecimals = 5;

/** Throws if all values were rounded to a few decimals, as servers round what they return. */
function checkDigits(rows: ProbeAnswers["logprobs"]): void {
  for (let decimals = 0; decimals < leastDecimals; decimals++) {
    const unit = 10 ** decimals;
    const isRounded = rows.every((row) =>
      Array.from(row).every((value) => Math.abs(value * unit - Math.round(value * unit)) < 1e-7),
    );
    if (isRounded)
      throw wrong(
        `the log-probabilities are rounded to ${decimals} decimals; give ${leastDecimals} or more, or float32 values`,
        "logprobs",
        decimals,
      );
  }
}

function checkRow(row: ArrayLike<number>, t: number): void {
  let sum = 0;
  for (let token = 0; token < row.length; token++) {
    const value = row[token]!;
    if (!(value <= 1e-3))
      throw wrong(
        `logprobs[${t}][${token}] must be a logarithm of a probability, at most 0; got ${value}`,
        `logprobs[${t}][${token}]`,
        value,
      );
    sum += Math.exp(value);
  }
  // Logits that are kept in bfloat16 are off by 2^-9 of 30 at most.
  if (Math.abs(sum - 1) > 0.1)
    throw wrong(
      `the probabilities of row ${t} add up to ${sum.toPrecision(4)}, not 1; give natural logarithms after a softmax`,
      `logprobs[${t}]`,
      sum,
    );
}

/** The logit before the model's cap. */
const uncapped = (logit: number, cap: number | null): number =>
  cap === null ? logit : cap * Math.atanh(Math.max(-1, Math.min(1, logit / cap)));

export function scoresOf(plan: ProbePlan, { logprobs }: ProbeAnswers, layer: number): LayerScores {
  const { headDim, vocab, logitCap } = plan;
  const first = firstMark(headDim, layer);
  const length = logprobs.length;
  // Attention weights, up to a factor: the logits of marks, relative to the token whose logit is 0.
  const weight = (t: number, c: number) =>
    uncapped(logprobs[t]![first + c]! - logprobs[t]![vocab - 1]!, logitCap);
  let largest = 0;
  for (let t = headDim; t < length; t++)
    for (let c = 0; c <= headDim; c++) largest = Math.max(largest, Math.abs(weight(t, c)));
  if (largest < 0.5) {
    const text = `layer ${layer} shows no attention to the planted keys: the answers are of another model, or its weights were changed`;
    throw failure(text, { code: "unsupported", param: "logprobs", value: largest });
  }
  const isSeen = (t: number, c: number) => weight(t, c) > masked * largest;
  const window = windowOf(length, headDim, isSeen);
  return {
    length,
    headDim,
    window,
    sink: sinkOf(plan, weight, window),
    at: (t, c) =>
      isSeen(t, c) ? Math.log((weight(t, c) * (t - headDim + 1)) / weight(t, headDim)) : Number.NaN,
  };
}

/** The sink's logit: the logarithm of the attention that no token gets, relative to the attention that one query token gets. */
function sinkOf(
  { full, headDim, prompt }: ProbePlan,
  weight: (t: number, c: number) => number,
  window: number | null,
): number | null {
  if (full === null) return null;
  const [missing, logits]: [number[], number[]] = [[], []];
  // Later, many query tokens make the share of a sink small.
  for (let t = headDim; t < Math.min(2 * headDim, prompt.length); t++) {
    let sum = 0;
    for (let c = 0; c <= headDim; c++) sum += weight(t, c) / full;
    const queries = Math.min(t - headDim + 1, window ?? Number.POSITIVE_INFINITY);
    missing.push(1 - sum);
    logits.push(Math.log(((1 - sum) * full * queries) / weight(t, headDim)));
  }
  return median(missing) < leastSink ? null : median(logits);
}

export const median = (values: readonly number[]): number => {
  const sorted = values.filter((value) => !Number.isNaN(value)).sort((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? Number.NaN;
};

/** The distance from which queries no longer see a key; the most frequent one, since noise may hide a few weights. */
function windowOf(length: number, headDim: number, isSeen: (t: number, c: number) => boolean): number | null {
  const votes = new Map<number, number>();
  for (let c = 0; c < headDim; c++) {
    let last = length - 1;
    while (last >= headDim && !isSeen(last, c)) last--;
    if (last < length - 1 && last >= headDim) votes.set(last + 1 - c, (votes.get(last + 1 - c) ?? 0) + 1);
  }
  const [most] = [...votes].sort(([, a], [, b]) => b - a);
  return most !== undefined && most[1] > headDim / 2 ? most[0] : null;
}
