/** From log-probabilities to scores: the score of each query with the key of each channel. */
import { failure } from "../../api/arguments/errors.ts";
import { median, type PromptRows } from "./answers.ts";
import { firstMark, type ProbePlan } from "./plan.ts";

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

/** Less attention than this share is missing by the rounding of bfloat16 alone, 2^-9 in each of a few steps. */
const leastSink = 0.02;
/** The weights of a softmax sum to 1. A sum that is larger by this much does not come from rounding. */
const leastExcess = 0.05;

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
    const text = `layer ${layer} shows no attention to the planted keys: its weights were changed or quantised`;
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
  // Later, many query tokens make the share of a sink small.
  const end = Math.min(Math.max(16, 2 * keys.length), prompt.length);
  const [shares, logits]: [number[], number[]] = [[], []];
  for (let t = keys.length; t < end; t++) {
    let sum = weight(t, headDim) / full;
    for (const c of keys) sum += weight(t, c) / full;
    const queries = Math.min(t - keys.length + 1, window ?? Number.POSITIVE_INFINITY);
    shares.push(1 - sum);
    logits.push(Math.log(((1 - sum) * full * queries) / weight(t, headDim)));
  }
  const missing = median(shares);
  return missing > -leastExcess && missing < leastSink ? null : median(logits);
}

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
  const text = `layer ${layer} shows no attention to some of the planted keys, which no window hides: the file is quantised, or the answers lack small probabilities; run it unquantised, and give all values`;
  throw failure(text, { code: "unsupported", param: "logprobs", value: lost / count });
}

/** The distance from which queries no longer see a key; the most frequent one, since noise may hide a few weights. */
function windowOf(
  headDim: number,
  distancesOf: LayerScores["distancesOf"],
  isSeen: (r: number, c: number) => boolean,
): number | null {
  const ends: number[] = [];
  for (let c = 0; c < headDim; c++) {
    const { from, to } = distancesOf(c);
    let last = to;
    while (last >= from && !isSeen(last, c)) last--;
    if (last < to && last >= from) ends.push(last + 1);
  }
  const most = median(ends);
  return ends.filter((end) => end === most).length > headDim / 2 ? most : null;
}
