import { addsNothing } from "../../methods/methods.ts";
import { superscript } from "../../plot/numbers.ts";
import { digits } from "../controls/stated-number.ts";
import { quoted } from "../words/label.ts";
import type { LayerEncoding, LayerModule, LayerPass, Model } from "./attention-model.ts";

/** The best pairing of the rows of two matrices. */

interface Matching {
  /** Entry i is the row of the second matrix that is paired with row i of the first. */
  readonly partners: readonly number[];
  /** Entry i is the largest |difference| between the entries of row i and its partner. */
  readonly distances: readonly number[];
  /** The largest distance; no other pairing has a smaller one. It is 0 if both matrices have the same rows, in any order. */
  readonly largest: number;
}

/**
 * Pairs the rows of two (rows, width) matrices so that the largest difference within a pair is as small as possible
 * (the bottleneck assignment problem): a binary search for the smallest limit with a partner for every row. Augmenting
 * paths decide each limit.
 */
export function matchRows(first: Float32Array, second: Float32Array, width: number): Matching {
  const rows = first.length / width;
  const distance = rowDistances(first, second, width);
  const near = nearestFirst(distance, rows);
  const limits = distance.slice().sort(); // a Float64Array sorts by size
  let [low, high] = [0, limits.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (pairWithin(distance, near, limits[middle] as number)) high = middle;
    else low = middle + 1;
  }
  const largest = limits[low] ?? 0;
  const partners = pairWithin(distance, near, largest) ?? [];
  const distances = partners.map((partner, row) => distance[row * rows + partner] as number);
  return { partners, distances, largest };
}

/** Entry i · rows + j is the largest |difference| between row i of the first and row j of the second, exact in float64. */
function rowDistances(first: Float32Array, second: Float32Array, width: number): Float64Array {
  const rows = first.length / width;
  const distance = new Float64Array(rows * rows);
  for (let i = 0; i < rows; i++) {
    for (let j = 0; j < rows; j++) {
      let largest = 0;
      for (let k = 0; k < width; k++) {
        const difference = Math.abs((first[i * width + k] as number) - (second[j * width + k] as number));
        if (difference > largest) largest = difference;
      }
      distance[i * rows + j] = largest;
    }
  }
  return distance;
}

/** For each row, the rows of the second matrix, the nearest first, so that pairs are close if there is a choice. */
function nearestFirst(distance: Float64Array, rows: number): number[][] {
  return Array.from({ length: rows }, (_, row) => {
    const distances = distance.subarray(row * rows, (row + 1) * rows);
    return [...distances.keys()].sort((a, b) => (distances[a] as number) - (distances[b] as number));
  });
}

/** A pairing of all rows within the limit; undefined if there is none. Source: Kuhn 1955. */
function pairWithin(distance: Float64Array, near: readonly number[][], limit: number): number[] | undefined {
  const rows = near.length;
  const owner = new Int32Array(rows).fill(-1); // row of the first that is paired with row j of the second
  const visited = new Uint8Array(rows);
  const settle = (row: number): boolean => {
    for (const partner of near[row] as number[]) {
      if ((distance[row * rows + partner] as number) > limit) return false;
      if (visited[partner]) continue;
      visited[partner] = 1;
      const before = owner[partner] as number;
      if (before >= 0 && !settle(before)) continue;
      owner[partner] = row;
      return true;
    }
    return false;
  };
  for (let row = 0; row < rows; row++) {
    visited.fill(0);
    if (!settle(row)) return undefined;
  }
  const partners = new Array<number>(rows);
  for (const [partner, row] of owner.entries()) partners[row] = partner;
  return partners;
}

// Two sentences through the same layer: are their outputs the same rows in another order?

/** The tokens of the two sentences. */
export type Sentences = readonly [first: readonly string[], second: readonly string[]];

/** The two sides of the figure; each has an encoding. */
export const SIDES = ["left", "right"] as const;
export type Side = 0 | 1;

export interface Comparison {
  readonly encoding: LayerEncoding;
  readonly passes: readonly [LayerPass, LayerPass];
  /** Undefined if the sentences differ in length, or one has no token. */
  readonly matching: Matching | undefined;
  /** The largest difference that rounding alone can cause. */
  readonly rounding: number;
  /** Largest difference of the first sentence's outputs between two runs in the same order. */
  readonly repeated: number;
}

/** With weights asked for, attention promises an error of at most 3 · 2^-24 of the largest value; a difference has the errors of two outputs. */
const ROUNDING = 6 * 2 ** -24;

/** The largest difference that rounding alone can cause between the outputs of two passes. */
export const roundingOf = (...passes: readonly LayerPass[]): number =>
  ROUNDING * Math.max(...passes.map(({ largestValue }) => largestValue));

export function compare(
  pe: LayerModule,
  model: Model,
  sentences: Sentences,
  encoding: LayerEncoding,
): Comparison {
  const [first, second] = sentences;
  const [runFirst, runSecond] = [model.layer(pe, first, encoding), model.layer(pe, second, encoding)];
  const passes = [runFirst(), runSecond()] as const;
  const again = runFirst();
  const width = passes[0].outputs.length / first.length;
  const matchable = first.length === second.length && first.length > 0;
  return {
    encoding,
    passes,
    matching: matchable ? matchRows(passes[0].outputs, passes[1].outputs, width) : undefined,
    rounding: roundingOf(...passes),
    repeated: largestDifference(passes[0].outputs, again.outputs),
  };
}

/** The largest difference of two matrices of one shape, entry by entry. */
export function largestDifference(a: Float32Array, b: Float32Array): number {
  return a.reduce((most, value, index) => Math.max(most, Math.abs(value - (b[index] as number))), 0);
}

/** One sentence on the meaning of the difference. */
export function verdict(comparison: Comparison, sentences: Sentences, causal: boolean): string {
  const { matching, encoding, rounding } = comparison;
  const [first, second] = sentences;
  if (first.length === 0 || second.length === 0) return "Type two sentences to compare.";
  if (!matching) return `${first.length} and ${second.length} tokens: the rows cannot be paired one to one.`;
  const identical = first.every((word, index) => word === second[index]);
  if (identical)
    return "The same sentence twice: the same sums in the same order give exactly the same rows.";
  if (matching.largest <= rounding) return `${sameRows(comparison, sentences)} ${remainder(comparison)}`;
  const [onlyFirst, onlySecond] = unmatchedWords(sentences);
  if (onlyFirst.length > 0) {
    return `The sentences differ in their words (${list(onlyFirst)} against ${list(onlySecond)}), and so do the rows.`;
  }
  if (!addsNothing(encoding.spec.method))
    return "Not the same rows in any order: the place of each word changes its result.";
  if (causal) return "The mask alone reveals the order: each word sees only itself and earlier words.";
  return "Not the same rows: the difference is larger than rounding explains.";
}

function sameRows({ encoding }: Comparison, [first, second]: Sentences): string {
  if (addsNothing(encoding.spec.method)) return "The same rows in another order: who did what is lost.";
  const backwards = first.every((word, index) => word === second[second.length - 1 - index]);
  return backwards
    ? "The same rows in another order: distances alone do not distinguish a sentence from its reverse."
    : "The same rows in another order, despite the encoding.";
}

/** A sentence on a difference in the last bits: rounding in another order causes it, and in the same order there is none. */
function remainder({ matching, repeated }: Comparison): string {
  const difference = matching?.largest ?? 0;
  if (difference === 0) return "Not one bit differs.";
  const exponent = Math.log2(difference);
  const size = Number.isInteger(exponent) ? `2${superscript(exponent)}` : "the rest";
  const again = repeated === 0 ? "exactly 0" : digits(repeated);
  return `Only ${size} remains, because float32 rounds and the same terms were summed in another order; in the same order it is ${again}.`;
}

/** The largest number of words that a verdict names. */
const MOST = 3;

function list(words: readonly string[]): string {
  const more = words.length > MOST ? ` and ${words.length - MOST} more` : "";
  return words.slice(0, MOST).map(quoted).join(", ") + more;
}

/** Words that occur more often in one of the sentences: [only in the first, only in the second]. */
function unmatchedWords([first, second]: Sentences): [string[], string[]] {
  const without = (words: readonly string[], others: readonly string[]) => {
    const left = [...others];
    return words.filter((word) => {
      const at = left.indexOf(word);
      if (at >= 0) left.splice(at, 1);
      return at < 0;
    });
  };
  return [without(first, second), without(second, first)];
}
