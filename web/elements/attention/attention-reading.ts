import { formatFloat32, formatInteger } from "../../plot/numbers.ts";
import { quoted } from "../words/label.ts";
import { ORDINAL } from "../words/sentence-pair.ts";
import type { Region } from "./attention-layout.ts";
import { areThinned, MOST } from "./attention-lines.ts";
import { AttentionPlot, type Cell, type Shown } from "./attention-plot.ts";

export const KEYS = "Point at a word or a cell, or use the arrow keys and Page Up and Page Down.";

/** How to read the picture. */
export function hint({ sentences, view }: Shown): string {
  const thinned = view === "lines" && sentences.some(({ length }) => areThinned(length));
  return thinned
    ? `${KEYS} Of so many weights the ${MOST} largest of each word are drawn until you point at it.`
    : `${KEYS} Solid lines join equal outputs; dashed ones, outputs that differ.`;
}

/** What the picture shows in one cell, in words and numbers, for the eye and for a screen reader. */
export function describe(region: Region, cell: Cell, shown: Shown): string {
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

function partner({ side, sentence }: Region, { row }: Cell, { comparisons, sentences }: Shown): string {
  const { matching } = comparisons[side];
  if (!matching) return "";
  const first = sentence === 0 ? row : matching.partners.indexOf(row);
  const other = sentence === 0 ? (matching.partners[row] as number) : first;
  const word = quoted(sentences[1 - sentence]?.[other] as string);
  return `; paired with ${word}, word ${other + 1} of the other, and at most ${matching.distances[first]} away from it`;
}

/** Where a key leads in the matrices; undefined when it does not move. */
export function cellAfter(key: string, cell: Cell, regions: readonly Region[]): Cell | undefined {
  const region = regions[cell.region] as Region;
  const { row, column } = cell;
  const targets: Readonly<Record<string, Cell>> = {
    ArrowUp: { ...cell, row: row - 1 },
    ArrowDown: { ...cell, row: row + 1 },
    ArrowLeft: { ...cell, column: column - 1 },
    ArrowRight: { ...cell, column: column + 1 },
    Home: { ...cell, column: 0 },
    End: { ...cell, column: region.columns - 1 },
    PageUp: { ...cell, region: Math.max(cell.region - 1, 0) },
    PageDown: { ...cell, region: Math.min(cell.region + 1, regions.length - 1) },
  };
  const target = Object.hasOwn(targets, key) ? targets[key] : undefined;
  return target && inside(target, regions);
}

/** The nearest cell that exists; undefined where a sentence has no word. */
export function inside(cell: Cell, regions: readonly Region[]): Cell | undefined {
  const region = regions[cell.region];
  if (!region || region.rows === 0) return undefined;
  return {
    region: cell.region,
    row: Math.min(Math.max(cell.row, 0), region.rows - 1),
    column: Math.min(Math.max(cell.column, 0), region.columns - 1),
  };
}
