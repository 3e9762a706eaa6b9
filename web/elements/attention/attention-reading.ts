import { formatFloat32, formatInteger } from "../../plot/numbers.ts";
import type { Cell } from "../definition/cell-cursor.ts";
import { quoted } from "../words/label.ts";
import { ORDINAL } from "../words/sentence-pair.ts";
import type { Region } from "./attention-layout.ts";
import { areThinned, MOST } from "./attention-lines.ts";
import { AttentionPlot } from "./attention-plot.ts";
import type { AttentionShown } from "./attention-shown.ts";

export const KEYS = "Point at a word or a cell, or use the arrow keys and Page Up and Page Down.";

/** A hint on how to read the picture. */
export function hint({ sentences, view }: AttentionShown): string {
  const thinned = view === "lines" && sentences.some(({ length }) => areThinned(length));
  return thinned
    ? `${KEYS} Only the ${MOST} largest weights of each word are drawn until you point at it.`
    : `${KEYS} Solid lines join equal outputs; dashed lines join outputs that differ.`;
}

/** One cell in words and numbers. */
export function describe(region: Region, cell: Cell, shown: AttentionShown): string {
  const words = shown.sentences[region.sentence];
  const word = quoted(words[cell.row] as string);
  const { encoding } = shown.comparisons[region.side];
  const place = `${ORDINAL[region.sentence]} sentence, ${encoding.title}`;
  const value = AttentionPlot.values(region, shown)[cell.row * region.columns + cell.column] as number;
  if (region.kind === "weights") {
    return `${word} looks at ${quoted(words[cell.column] as string)} with weight ${formatFloat32(value)} (head ${shown.head + 1}, ${place})`;
  }
  return `output of ${word}, dimension ${formatInteger(cell.column)}: ${formatFloat32(value)} (${place})${partner(region, cell, shown)}`;
}

function partner(
  { side, sentence }: Region,
  { row }: Cell,
  { comparisons, sentences }: AttentionShown,
): string {
  const { matching } = comparisons[side];
  if (!matching) return "";
  const first = sentence === 0 ? row : matching.partners.indexOf(row);
  const other = sentence === 0 ? (matching.partners[row] as number) : first;
  const word = quoted(sentences[1 - sentence]?.[other] as string);
  return `; paired with ${word}, word ${other + 1} of the other sentence, and at most ${matching.distances[first]} away from it`;
}
