import type { Posenc } from "../../../src/api/full.ts";
import { html } from "../../plot/dom.ts";
import { formatInteger } from "../../plot/numbers.ts";
import { valueTable } from "../controls/values-panel.ts";
import { countSteps, type Settings } from "./recurrent-shown.ts";

/** How many steps texts take one after another. */

/** Words: a short sentence, the length of BERT's texts, and that of GPT-2's. */
const LENGTHS = [4, 512, 1024];

export class StepsTable {
  readonly element = html("div", { class: "steps scroll" });
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
    this.element.replaceChildren(valueTable("Steps that wait for each other", head, rows));
  }
}
