import type { Posenc } from "../../../src/api/full.ts";
import { html } from "../../plot/dom.ts";
import { formatInteger, formatRough } from "../../plot/numbers.ts";
import { valueTable } from "../controls/values-panel.ts";
import { countSteps, type Settings } from "./recurrent-shown.ts";

/** How many steps texts take one after another, and that neither way has a longest text. */

/** Words: a short sentence, the length of BERT's texts, and that of GPT-2's. */
const LENGTHS = [4, 512, 1024];

export class StepsTable {
  readonly element = html("div", { class: "steps" });
  #shown: Settings | undefined;

  /** Shows the counts; they are made anew only for another cell. */
  show(pe: Posenc, settings: Settings): void {
    if (this.#shown?.dModel === settings.dModel) return;
    this.#shown = settings;
    const rows = LENGTHS.map((words) => ({
      name: formatInteger(words),
      cells: [countSteps(pe, settings, words), 1, words ** 2].map(formatInteger),
    }));
    const head = ["words", "recurrent", "attention", "pairs of words in it"];
    const table = valueTable("Steps that wait for each other", head, rows);
    this.element.replaceChildren(
      html("div", { class: "scroll" }, table),
      html("p", {}, limits(pe, settings)),
    );
  }
}

/** What ends, and what does not. */
function limits(pe: Posenc, { dModel }: Settings): string {
  const last = LENGTHS.at(-1) as number;
  const row = pe.sinusoidal({ start: last, length: 1, dModel });
  const length = Math.hypot(...row);
  return (
    `Neither has a longest text. A table of positions has one: made of ${formatInteger(last)} rows, it ends before ` +
    `position ${formatInteger(last)}. The formula goes on, and that row is as long as all others, √(d/2) = ${formatRough(length)}.`
  );
}
