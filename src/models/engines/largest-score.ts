/** The largest difference of the scores of two engines, over the distances of query and key in a text. */

import { type QueryScale, queryFactor } from "../../api/rotary/query-scale.ts";
import type { Answer } from "./answer.ts";
import type { ScoreDifference } from "./comparison.ts";
import { type PhaseSteps, phasesInto, stepsOf } from "./phases.ts";
import type { Reading } from "./reading.ts";
import { type Rotation, scoreDifference, termsOf } from "./scores.ts";

/** Lengths at which scores are compared: 2^9 … 2^20. */
const lengths = Array.from({ length: 12 }, (_, k) => 2 ** (k + 9));

/** Distances that are looked at in a block [n, 2n), if it has at least twice as many. Heads of models have up to 512 channels. */
const samplesOf = (headDim: number) => Math.max(4, Math.min(256, Math.floor((256 * 512) / headDim)));

/** So many of the largest have all distances up to their neighbours looked at. */
const peaks = 1;

/** What queries are multiplied by at a position. */
export const factorAt = (scale: QueryScale | null, position: number): number =>
  scale === null ? 1 : queryFactor(scale, position);

/**
 * Differences of the scores of two engines at all lengths: at each the largest over distances 0 … length − 1, with the query at
 * that position and the key at 0.
 *
 * Below 512 each distance is looked at. From there on it is about 250 in each [n, 2n), and all between the largest of them and its
 * neighbours. Heads of more than 512 channels are looked at at fewer distances, so that the work does not grow with their width. A
 * difference is that of its distance to the last bits, so it is never above the largest one; against all distances of the tests'
 * models it is at most 3 % below, or 20 % where rounding alone differs, whose errors are irregular.
 */
export function scoresBetween(answer: Answer, other: Answer, reading: Reading): ScoreDifference[] {
  const { spec, layer } = reading;
  const headDim = Math.max(layer.headDim ?? spec.headDim, answer.width, other.width);
  const all = lengths.map((length) => [sideOf(answer, length), sideOf(other, length)] as const);
  const rules = all.map((sides) => JSON.stringify(sides));
  const name = `${headDim} ${rules}`;
  const scores = known.get(name) ?? searched(all, rules, headDim);
  known.delete(name);
  known.set(name, scores);
  if (known.size > MOST_KNOWN) known.delete(known.keys().next().value!);
  return scores.map((score) => ({ ...score }));
}

/** The scores of the latest pairs of rotations: many engines have the same, and so have many models. */
const known = new Map<string, readonly ScoreDifference[]>();

/** Their names take 1 MB. */
const MOST_KNOWN = 32;

/** @param rules Both sides at each length, as one text: those of a text of another length often are the same. */
function searched(
  all: readonly (readonly [Side, Side])[],
  rules: readonly string[],
  headDim: number,
): ScoreDifference[] {
  let search: Search | undefined;
  return lengths.map((length, i) => {
    const sides = all[i]!;
    if (search === undefined || rules[i] !== rules[i - 1]) search = searchOf(sides, headDim);
    const distance = search(length);
    const [own, right] = sides.map((side) => rotationAt(distance, side));
    const { difference, score } = scoreDifference(own!, right!, headDim);
    return { length, distance, rms: difference, relative: difference / score };
  });
}

/** An engine's rotation in a text of some length. */
interface Side {
  readonly steps: PhaseSteps;
  readonly pairing: "halves" | "interleaved";
  readonly factor: number;
  readonly queryScale: QueryScale | null;
}

const sideOf = ({ ruleFor, order, attentionFactor, queryScale, pairing }: Answer, tokens: number): Side => ({
  steps: stepsOf(ruleFor(tokens), order, tokens),
  pairing: pairing ?? "halves",
  factor: attentionFactor * attentionFactor,
  queryScale,
});

function rotationAt(distance: number, { steps, pairing, factor, queryScale }: Side): Rotation {
  const phases = new Float64Array(steps.pairs);
  phasesInto(phases, distance, steps);
  return { phases, pairing, factor, queryScale: factorAt(queryScale, distance) };
}

/** Gives the best distance below a length. Lengths must not fall from call to call: distances are looked at once. */
type Search = (length: number) => number;

function searchOf(sides: readonly [Side, Side], headDim: number): Search {
  const squareAt = squareOf(sides, headDim);
  const samples = samplesOf(headDim);
  const first = 2 * samples;
  let [reached, best, most] = [0, 0, 0];
  const look = (distance: number): number => {
    const square = squareAt(distance);
    if (square > most) [best, most] = [distance, square];
    return square;
  };
  return (length) => {
    for (; reached < length; reached = Math.max(2 * reached, first)) {
      const end = Math.max(2 * reached, first);
      // An odd step meets no period of a power of two again and again.
      const step = end - reached < 2 * samples ? 1 : ((end - reached) / samples) | 1;
      const stride = Math.max(1, Math.floor(step / (8 * samples)));
      let found: { distance: number; square: number }[] = [];
      for (let distance = reached; distance < end; distance += step)
        found.push({ distance, square: look(distance) });
      look(end - 1);
      found = found.sort((a, b) => b.square - a.square).slice(0, peaks);
      for (const { distance } of step === 1 ? [] : found)
        for (let near = distance - step + 1; near < distance + step; near += stride)
          if (near >= reached && near < end) look(near);
    }
    return best;
  };
}

/** The square of the difference at a distance, up to 1e-5 of itself: enough to choose one. */
function squareOf([left, right]: readonly [Side, Side], headDim: number): (distance: number) => number {
  const terms = termsOf(left.steps.pairs, left.pairing, right.steps.pairs, right.pairing, headDim);
  const [own, other] = [new Float64Array(left.steps.pairs), new Float64Array(right.steps.pairs)];
  return (distance) => {
    phasesInto(own, distance, left.steps);
    phasesInto(other, distance, right.steps);
    const [x, y] = [factorAt(left.queryScale, distance), factorAt(right.queryScale, distance)];
    let sum = 0;
    for (const { a, b, shared, times } of terms) {
      const alpha = a < 0 ? 0 : own[a]!;
      const beta = b < 0 ? 0 : other[b]!;
      const s = a < 0 ? x : x * left.factor;
      const t = b < 0 ? y : y * right.factor;
      const apart = shared
        ? 2 * roughSquare((alpha - beta) / 2)
        : 1 - (1 - 2 * roughSquare(alpha / 2)) * (1 - 2 * roughSquare(beta / 2));
      sum += times * ((s - t) ** 2 + 2 * s * t * apart);
    }
    return sum;
  };
}

/** Adding it rounds to a whole number. */
const rounder = 1.5 * 2 ** 52;

/** The square of the sine, with a relative error below 1e-5. */
function roughSquare(angle: number): number {
  const halfTurns = angle * (1 / Math.PI);
  const rest = Math.PI * (halfTurns - (halfTurns + rounder - rounder));
  const z = rest * rest;
  // The series of the sine up to the power 9; the next term is below 4e-6 at a quarter turn.
  const sine = rest * (1 - z * (1 / 6) * (1 - z * (1 / 20) * (1 - z * (1 / 42) * (1 - z * (1 / 72)))));
  return sine * sine;
}
