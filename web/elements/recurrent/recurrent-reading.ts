import { formatFloat32, formatInteger } from "../../plot/numbers.ts";
import type { Cell } from "../figure/cell-cursor.ts";
import { quoted } from "../words/label.ts";
import { ORDINAL } from "../words/sentence-pair.ts";
import { type Shown, stripsOf } from "./recurrent-shown.ts";

/** What is read in the picture, for the eye and for a screen reader. */

/** One entry, and what the step makes of it; without a cell, what the step has done. */
export function describe(shown: Shown, cell: Cell | undefined): string {
  if (!cell) return progress(shown);
  const { sentences, settings, step } = shown;
  let row = cell.row;
  for (const { kind, sentence, values, rows } of stripsOf(shown)) {
    if (row >= rows) {
      row -= rows;
      continue;
    }
    const word = quoted(sentences[sentence][row] as string);
    const name = kind === "state" ? `h(${row + 1}) after ${word}` : `output of ${word}`;
    const place = `${name}, ${ORDINAL[sentence]} sentence, dimension ${formatInteger(cell.column)}`;
    const needed = kind === "state" ? row + 1 : 1;
    if (step < needed) return `${place}: not there before step ${needed}`;
    return `${place}: ${formatFloat32(values[row * settings.dModel + cell.column] as number)}`;
  }
  return progress(shown);
}

function progress({ runs, sentences, step }: Shown): string {
  const steps = Math.max(...runs.map((run) => run.steps));
  if (steps === 0) return "Type two sentences to compare.";
  if (step === 0) return "Nothing is done yet: each step of the cell takes one word.";
  const word = sentences[0][Math.min(step, runs[0].steps) - 1];
  const taken = word === undefined ? "" : ` with ${quoted(word)}`;
  if (step < steps) {
    return `After step ${step}${taken} the cell waits for ${steps - step} more, as each state needs the one before; attention was done after one.`;
  }
  return `After ${steps} ${steps === 1 ? "step" : "steps"} the cell has read all; attention was done after one.`;
}
