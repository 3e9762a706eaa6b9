import type { Posenc } from "../../../src/entries/encodings.ts";
import { uniforms } from "../../methods/uniforms.ts";
import type { FigureSpec } from "../definition/figure-spec.ts";
import { namedWord } from "../words/named-word.ts";

/** Words as vectors, their positions as vectors, and both together. */

export const MODES = ["add", "concatenate"] as const;
export type SumMode = (typeof MODES)[number];

interface SumSettings {
  readonly spec: FigureSpec;
  readonly words: readonly string[];
  readonly mode: SumMode;
  /** Whether the words' vectors are multiplied by √d. */
  readonly scaled: boolean;
}

export interface SumShown extends SumSettings {
  /** The scaled rows of the words, (words, d), the rows of their positions, (words, d), and the result, (words, width). */
  readonly blocks: readonly [words: Float32Array, positions: Float32Array, result: Float32Array];
  /** Width of the result: d if rows are added, 2d if they are side by side. */
  readonly width: number;
}

export function sumOf(pe: Posenc, settings: SumSettings): SumShown {
  const { spec, words, mode } = settings;
  const { dModel } = spec;
  const vectors = new Float32Array(words.length * dModel);
  for (const [row, word] of words.entries()) vectors.set(vectorOf(word, dModel), row * dModel);
  const scale = factorOf(settings);
  const scaled = vectors.map((value) => value * scale);
  const positions = pe.encode(spec, { length: words.length });
  if (mode === "concatenate") {
    const both = sideBySide(scaled, positions, dModel);
    return { ...settings, width: 2 * dModel, blocks: [scaled, positions, both] };
  }
  const sum = pe.addPositions(vectors, { spec, scale, length: words.length });
  return { ...settings, width: dModel, blocks: [scaled, positions, sum] };
}

/** The factor of the vectors of words. */
export const factorOf = ({ spec, scaled }: SumSettings): number => (scaled ? Math.sqrt(spec.dModel) : 1);

/** The vector of a word: random, with a length of about 1, because uniform numbers on [−1, 1) have variance 1/3. */
function vectorOf(word: string, dModel: number): Float64Array {
  return uniforms(`1/word/${namedWord(word)}`, dModel).map((value) => value * Math.sqrt(3 / dModel));
}

function sideBySide(words: Float32Array, positions: Float32Array, dModel: number): Float32Array {
  const result = new Float32Array(2 * words.length);
  for (let from = 0; from < words.length; from += dModel) {
    result.set(words.subarray(from, from + dModel), 2 * from);
    result.set(positions.subarray(from, from + dModel), 2 * from + dModel);
  }
  return result;
}

/** The length of a row. */
export function norm(rows: Float32Array, row: number, width: number): number {
  const entries = rows.subarray(row * width, (row + 1) * width);
  return Math.sqrt(entries.reduce((sum, value) => sum + value ** 2, 0));
}
