import type { Posenc } from "../../../src/api/full.ts";
import type { FigureSpec } from "../figure/figure-spec.ts";
import { uniforms } from "../figure/uniforms.ts";

/** Words as vectors, their positions as vectors, and what becomes of both. */

export type Mode = "add" | "concatenate";

export interface SumRows {
  /** Factor of the words' vectors. */
  readonly factor: number;
  /** factor · X, (T, d). */
  readonly words: Float32Array;
  /** P, (T, d). */
  readonly positions: Float32Array;
  /** (T, d) where they are added, (T, 2d) where they stand side by side. */
  readonly result: Float32Array;
}

export function sumRows(
  pe: Posenc,
  spec: FigureSpec,
  words: readonly string[],
  { mode, factor }: { readonly mode: Mode; readonly factor: number },
): SumRows {
  const { dModel } = spec;
  const vectors = new Float32Array(words.length * dModel);
  for (const [row, word] of words.entries()) vectors.set(vectorOf(word, dModel), row * dModel);
  const scaled = vectors.map((value) => value * factor);
  const positions = pe.encode(spec, { length: words.length });
  const result =
    mode === "add"
      ? pe.addPositions(vectors, { spec, scale: factor, length: words.length })
      : sideBySide(scaled, positions, dModel);
  return { factor, words: scaled, positions, result };
}

/** Random, of length about 1: √3 because uniform on [−1, 1) has variance 1/3. One word is one vector, wherever it stands. */
function vectorOf(word: string, dModel: number): Float64Array {
  return uniforms(`1/word/${word.normalize("NFC")}`, dModel).map((value) => value * Math.sqrt(3 / dModel));
}

function sideBySide(words: Float32Array, positions: Float32Array, dModel: number): Float32Array {
  const rows = words.length / dModel;
  const result = new Float32Array(2 * words.length);
  for (let row = 0; row < rows; row++) {
    result.set(words.subarray(row * dModel, (row + 1) * dModel), 2 * row * dModel);
    result.set(positions.subarray(row * dModel, (row + 1) * dModel), (2 * row + 1) * dModel);
  }
  return result;
}

/** The length of a row. */
export function norm(rows: Float32Array, row: number, width: number): number {
  const entries = rows.subarray(row * width, (row + 1) * width);
  return Math.sqrt(entries.reduce((sum, value) => sum + value ** 2, 0));
}
