import { formatFloat32, formatInteger } from "../../plot/numbers.ts";
import type { Cell } from "../definition/cell-cursor.ts";
import { quoted } from "../words/label.ts";
import { ORDINAL } from "../words/sentence-pair.ts";
import { type RecurrentShown, stripsOf } from "./recurrent-shown.ts";

/** Describes an entry; without a cell, the progress. */
export function describe(shown: RecurrentShown, cell: Cell | undefined): string {
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
    if (step < needed) return `${place}: computed in step ${needed}`;
    return `${place}: ${formatFloat32(values[row * settings.dModel + cell.column] as number)}`;
  }
  return progress(shown);
}

function progress({ runs, sentences, steps, step }: RecurrentShown): string {
  if (steps === 0) return "Type two sentences to compare.";
  if (step === 0) return "Nothing is computed yet: each step of the cell reads one word.";
  const word = sentences[0][Math.min(step, runs[0].steps) - 1];
  const taken = word === undefined ? "" : ` with ${quoted(word)}`;
  if (step < steps) {
    return `After step ${step}${taken} the cell needs ${steps - step} more, because each state needs the previous one; attention needed one step.`;
  }
  return `After ${steps} ${steps === 1 ? "step" : "steps"} the cell has read all words; attention needed one step.`;
}

/** One sentence on the difference of the final states. */
export function meaning({ difference, sentences: [first, second] }: RecurrentShown): string {
  if (difference === undefined) return "Type two sentences to compare.";
  if (difference > 0) return "Different states: the loop itself carries the order, without added positions.";
  const same = first.length === second.length && first.every((word, index) => word === second[index]);
  return same ? "The same sentence twice: exactly the same state." : "Exactly the same state.";
}
