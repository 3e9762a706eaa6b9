import { formatFixed, formatInteger, formatRough } from "../../plot/numbers.ts";
import type { Cell } from "../definition/cell-cursor.ts";
import { quoted } from "../words/label.ts";
import { factorOf, norm, type SumShown } from "./sum-shown.ts";

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
