import type { Posenc } from "../../../src/api/full.ts";
import { uniforms } from "../../methods/uniforms.ts";
import type { FigureSpec } from "../definition/figure-spec.ts";
import { namedWord } from "../words/named-word.ts";

/** Words as vectors, their positions as vectors, and what becomes of both. */

export const MODES = ["add", "concatenate"] as const;
export type SumMode = (typeof MODES)[number];

interface Wanted {
  readonly spec: FigureSpec;
  readonly words: readonly string[];
  readonly mode: SumMode;
  /** Whether the words' vectors are multiplied by √d. */
  readonly scaled: boolean;
}

export interface SumShown extends Wanted {
  /** Rows of the words, scaled, and of their positions, (words, d) each; and what both make, (words, width). */
  readonly blocks: readonly [words: Float32Array, positions: Float32Array, result: Float32Array];
  /** d if they are added, 2d if they stand side by side. */
  readonly width: number;
}

export function sumOf(pe: Posenc, wanted: Wanted): SumShown {
  const { spec, words, mode } = wanted;
  const { dModel } = spec;
  const vectors = new Float32Array(words.length * dModel);
  for (const [row, word] of words.entries()) vectors.set(vectorOf(word, dModel), row * dModel);
  const scale = factorOf(wanted);
  const scaled = vectors.map((value) => value * scale);
  const positions = pe.encode(spec, { length: words.length });
  if (mode === "concatenate")
    return {
      ...wanted,
      width: 2 * dModel,
      blocks: [scaled, positions, sideBySide(scaled, positions, dModel)],
    };
  const sum = pe.addPositions(vectors, { spec, scale, length: words.length });
  return { ...wanted, width: dModel, blocks: [scaled, positions, sum] };
}

/** What the words' vectors are multiplied by. */
export const factorOf = ({ spec, scaled }: Wanted): number => (scaled ? Math.sqrt(spec.dModel) : 1);

/** Random, of length about 1: √3 because uniform on [−1, 1) has variance 1/3. One word is one vector, wherever it stands. */
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
