/** From log-probabilities to scores: the score of each query with the key of each channel. */
import { counted } from "../../api/arguments/counted.ts";
import { failure, rangeError } from "../../api/arguments/errors.ts";
import { firstMark, keysOf, type ProbePlan, promptsOf } from "./plan.ts";

/** An engine's answers to a prompt. */
export interface ProbeAnswers {
  /** The ids of the tokens that the engine was given. */
  tokens: readonly number[];
  /**
   * For each of these tokens, the log-probabilities of all tokens of the vocabulary after it. For a probe with `top`, an object with
   * the largest of them, by ids of tokens.
   */
  logprobs: readonly (ArrayLike<number> | Readonly<Record<string, number>>)[];
}

/** The answers to a prompt, complete: a row has the log-probabilities of all tokens. */
export interface PromptRows {
  /** The channel of the key at each of the first positions. */
  readonly keys: readonly number[];
  readonly rows: readonly ArrayLike<number>[];
}

/** Scores of a layer: `at(r, c)` for a query r positions after the key of channel c. NaN: the query does not see it. */
export interface LayerScores {
  /** Tokens of the prompt. */
  readonly length: number;
  readonly headDim: number;
  /** Tokens that a query sees, itself included; null if it sees all. */
  readonly window: number | null;
  /** The sink's logit; null if all attention goes to tokens, or the checkpoint does not show how much does. */
  readonly sink: number | null;
  at(r: number, c: number): number;
  /** The distances from the key of channel c to the first query and to the last. */
  distancesOf(c: number): { readonly from: number; readonly to: number };
}

/** A weight below this share of the largest is 0: the engine masks its key. float16 weights of seen keys are above 1e-5 of it. */
const masked = 1e-6;

const wrong = (text: string, param: string, value: unknown) =>
  rangeError(text, { code: "range", param, value });

/** Less attention than this share is missing by the rounding of bfloat16 alone, 2^-9 in each of a few steps. */
const leastSink = 0.02;

/** Checks that the answers are for the probe's prompts, complete, and natural logarithms of probabilities; gives whole rows. */
export function rowsOf(plan: ProbePlan, answers: readonly ProbeAnswers[]): PromptRows[] {
  const prompts = promptsOf(plan);
  if (answers.length !== prompts.length)
    throw wrong(
      `${counted(answers.length, "answer")} for ${counted(prompts.length, "prompt")}; give one for each, in their order`,
      "answers",
      answers.length,
    );
  return prompts.map((prompt, i) => {
    checkTokens(prompt, answers[i]!);
    const keys = keysOf(prompt);
    const rows = answers[i]!.logprobs.map((row, t) => wholeRow(row, t, plan));
    for (let t = keys.length; t < rows.length; t++) checkRow(rows[t]!, t);
    checkDigits(rows.slice(keys.length, keys.length + 8));
    return { keys, rows };
  });
}

/** Throws unless the answers are for this prompt, with a row for each token. */
function checkTokens(prompt: readonly number[], { tokens, logprobs }: ProbeAnswers): void {
  if (tokens.length === prompt.length + 1 && prompt.every((token, t) => tokens[t + 1] === token))
    throw wrong(
      `the engine put token ${tokens[0]} in front of the prompt (BOS); turn that off, and run the probe again`,
      "tokens",
      tokens[0],
    );
  const isCut = tokens.length < prompt.length && tokens.every((token, t) => token === prompt[t]);
  if (isCut)
    throw wrong(
      `the answers are cut: ${counted(tokens.length, "token")} of ${prompt.length}; run the whole prompt`,
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
      `${counted(logprobs.length, "row")} of log-probabilities for ${counted(prompt.length, "token")}; give one for each`,
      "logprobs",
      logprobs.length,
    );
}

const isList = (row: ProbeAnswers["logprobs"][number]): row is ArrayLike<number> =>
  Array.isArray(row) || ArrayBuffer.isView(row);

/** A row with all tokens. Those that are not among the largest all have the logit 0, and so the smallest probability. */
function wholeRow(
  row: ProbeAnswers["logprobs"][number],
  t: number,
  { vocab, top }: ProbePlan,
): ArrayLike<number> {
  if (isList(row)) {
    if (row.length === vocab) return row;
    throw wrong(
      `row ${t} has ${counted(row.length, "log-probability", "log-probabilities")}, and the model has ${vocab} tokens; give all of them, or make a probe with top`,
      `logprobs[${t}]`,
      row.length,
    );
  }
  const given = Object.entries(row ?? {}).map(([token, value]) => [Number(token), value] as const);
  const least = Math.min(top ?? vocab, vocab);
  if (given.length < least)
    throw wrong(
      `row ${t} has ${given.length} log-probabilities; this probe needs ${least} at each position`,
      `logprobs[${t}]`,
      given.length,
    );
  const rest = Math.min(...given.map(([, value]) => value));
  const whole = new Float64Array(vocab).fill(rest);
  for (const [token, value] of given) {
    if (!(token in whole))
      throw wrong(`logprobs[${t}] has a token ${token}; the model has ${vocab}`, `logprobs[${t}]`, token);
    whole[token] = value;
  }
  return whole;
}

/** Fewer decimals than this lose the phases of slow pairs. */
const leastDecimals = 5;

/** Throws if all values were rounded to a few decimals, as servers round what they return. */
function checkDigits(rows: PromptRows["rows"]): void {
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

export function scoresOf(plan: ProbePlan, parts: readonly PromptRows[], layer: number): LayerScores {
  const { headDim, vocab, logitCap, prompt } = plan;
  const first = firstMark(headDim, layer);
  const { length } = prompt;
  // Attention weights, up to a factor: the logits of marks, relative to the token whose logit is 0.
  const weight = ({ rows }: PromptRows, t: number, c: number) =>
    uncapped(rows[t]![first + c]! - rows[t]![vocab - 1]!, logitCap);
  let largest = 0;
  for (const part of parts)
    for (let t = part.keys.length; t < length; t++)
      for (const c of [...part.keys, headDim]) largest = Math.max(largest, Math.abs(weight(part, t, c)));
  if (largest < 0.5) {
    const text = `layer ${layer} shows no attention to the planted keys: the answers are of another model, or its weights were changed or quantised`;
    throw failure(text, { code: "unsupported", param: "logprobs", value: largest });
  }
  const places = parts.flatMap((part) => part.keys.map((_, place) => ({ part, place })));
  const distancesOf = (c: number) => {
    const { part, place } = places[c]!;
    return { from: part.keys.length - place, to: length - 1 - place };
  };
  const weightAt = (r: number, c: number) => weight(places[c]!.part, r + places[c]!.place, c);
  const isSeen = (r: number, c: number) => weightAt(r, c) > masked * largest;
  const window = windowOf(headDim, distancesOf, isSeen);
  checkSeen(layer, { headDim, window, distancesOf, isSeen });
  return {
    length,
    headDim,
    window,
    sink: sinkOf(plan, (t, c) => weight(parts[0]!, t, c), parts[0]!.keys, window),
    distancesOf,
    at(r, c) {
      if (!isSeen(r, c)) return Number.NaN;
      const { part, place } = places[c]!;
      const queries = r + place - part.keys.length + 1;
      return Math.log((weightAt(r, c) * queries) / weight(part, r + place, headDim));
    },
  };
}

/** The sink's logit: the logarithm of the attention that no token gets, relative to the attention that one query token gets. */
function sinkOf(
  { full, headDim, prompt }: ProbePlan,
  weight: (t: number, c: number) => number,
  keys: readonly number[],
  window: number | null,
): number | null {
  if (full === null) return null;
  const [missing, logits]: [number[], number[]] = [[], []];
  // Later, many query tokens make the share of a sink small.
  for (let t = keys.length; t < Math.min(Math.max(16, 2 * keys.length), prompt.length); t++) {
    let sum = weight(t, headDim) / full;
    for (const c of keys) sum += weight(t, c) / full;
    const queries = Math.min(t - keys.length + 1, window ?? Number.POSITIVE_INFINITY);
    missing.push(1 - sum);
    logits.push(Math.log(((1 - sum) * full * queries) / weight(t, headDim)));
  }
  return median(missing) < leastSink ? null : median(logits);
}

export const median = (values: readonly number[]): number => {
  const sorted = values.filter((value) => !Number.isNaN(value)).sort((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? Number.NaN;
};

/** More keys than this share are not lost by noise at the edge of a window. */
const mostLost = 0.05;

/**
 * Throws if keys are lost that no window hides. Products of quantised weights take their input in 8 bits, with one scale for a block
 * of channels: small attention weights become 0 beside a large channel.
 */
function checkSeen(
  layer: number,
  {
    headDim,
    window,
    distancesOf,
    isSeen,
  }: Pick<LayerScores, "headDim" | "window" | "distancesOf"> & {
    isSeen: (r: number, c: number) => boolean;
  },
): void {
  let [lost, count] = [0, 0];
  for (let c = 0; c < headDim; c++) {
    const { from, to } = distancesOf(c);
    for (let r = from; r <= Math.min(to, (window ?? Number.POSITIVE_INFINITY) - 1); r++) {
      count++;
      if (!isSeen(r, c)) lost++;
    }
  }
  if (lost <= mostLost * count) return;
  const text = `layer ${layer} shows no attention to some of the planted keys, which no window hides, as quantised files do; run the probe in float32, float16 or bfloat16`;
  throw failure(text, { code: "unsupported", param: "logprobs", value: lost / count });
}

/** The distance from which queries no longer see a key; the most frequent one, since noise may hide a few weights. */
function windowOf(
  headDim: number,
  distancesOf: LayerScores["distancesOf"],
  isSeen: (r: number, c: number) => boolean,
): number | null {
  const votes = new Map<number, number>();
  for (let c = 0; c < headDim; c++) {
    const { from, to } = distancesOf(c);
    let last = to;
    while (last >= from && !isSeen(last, c)) last--;
    if (last < to && last >= from) votes.set(last + 1, (votes.get(last + 1) ?? 0) + 1);
  }
  const [most] = [...votes].sort(([, a], [, b]) => b - a);
  return most !== undefined && most[1] > headDim / 2 ? most[0] : null;
}
