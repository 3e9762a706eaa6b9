import type { Posenc } from "../../../src/entries/encodings.ts";
import { uniforms } from "../../methods/uniforms.ts";
import { formatFixed, formatInteger, formatRough } from "../../plot/numbers.ts";
import type { Cell } from "../definition/definition.ts";
import type { FigureSpec } from "../definition/figure-spec.ts";
import { namedWord, quoted } from "../words/label.ts";

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
const factorOf = ({ spec, scaled }: SumSettings): number => (scaled ? Math.sqrt(spec.dModel) : 1);

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

/** The symbol for the vectors of words. */
const vectorsOf = ({ scaled }: SumShown): string => (scaled ? "√d·x" : "x");

/** The titles of the three blocks. */
export function titlesOf(shown: SumShown): readonly [words: string, positions: string, result: string] {
  const { spec, mode, scaled, width } = shown;
  const vectors = vectorsOf(shown);
  const factor = formatFixed(factorOf(shown), 2);
  return [
    scaled ? `√d·x: words, times √${spec.dModel} = ${factor}` : "x: words",
    `P: positions, |P| = √(d/2) = ${formatRough(Math.sqrt(spec.dModel / 2))}`,
    mode === "add"
      ? `${vectors} + P: the sum, width ${formatInteger(width)}`
      : `${vectors} beside P: width ${formatInteger(width)}`,
  ];
}

/** Describes the whole picture. */
export function describeAll(shown: SumShown): string {
  const { words, blocks, spec, mode, width } = shown;
  if (words.length === 0) return "Type a few words to see the input of the first layer.";
  const lengths = words.map((_, row) => norm(blocks[0], row, spec.dModel));
  const mean = lengths.reduce((sum, length) => sum + length, 0) / lengths.length;
  const cost =
    mode === "concatenate"
      ? ` Side by side, every vector is ${formatInteger(width)} wide, and every matrix of the layers four times as large.`
      : "";
  return (
    `The word vectors ${vectorsOf(shown)} have a mean length of ${formatRough(mean)}, position vectors ` +
    `√(d/2) = ${formatRough(Math.sqrt(spec.dModel / 2))}.${cost}`
  );
}

/** Describes an entry of the result, and the entries that it is made from. */
export function describeEntry(shown: SumShown, { row, column }: Cell): string {
  const { blocks, mode, width, spec } = shown;
  const { dModel } = spec;
  const vectors = vectorsOf(shown);
  const [words, positions, result] = blocks;
  const at = row * dModel + (column % dModel);
  const place = `${quoted(shown.words[row] as string)} at position ${row}, dimension ${column}`;
  const value = formatFixed(result[row * width + column] as number, 4);
  const lengths = `|${vectors}| = ${formatRough(norm(words, row, dModel))}, |P| = ${formatRough(norm(positions, row, dModel))}`;
  if (mode === "concatenate")
    return `${place}: ${value}, from ${column < dModel ? vectors : "P"}; ${lengths}`;
  const [x, p] = [words[at], positions[at]].map((entry) => formatFixed(entry as number, 4));
  return `${place}: ${vectors} ${x} + P ${p} = ${value}; ${lengths}`;
}
