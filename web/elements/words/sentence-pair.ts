import { html } from "../../plot/dom.ts";
import { SentenceField } from "./sentence-field.ts";

/** Pairs of sentences of the same words. */
export const PRESETS = [
  ["my sister wants to eat a chicken", "a chicken wants to eat my sister"],
  ["John likes Jane", "Jane likes John"],
] as const;

/** What they are called. */
export const ORDINAL = ["first", "second"] as const;

interface Pair {
  first: string;
  second: string;
}

/** Fields for two sentences to compare, and buttons for pairs of the same words. */
export class SentencePair {
  readonly element: HTMLElement;
  readonly #first: SentenceField;
  readonly #second: SentenceField;
  readonly #figure: Pair;

  constructor(figure: Pair) {
    this.#figure = figure;
    this.#first = new SentenceField("first sentence", (text) => {
      figure.first = text;
    });
    this.#second = new SentenceField("second sentence", (text) => {
      figure.second = text;
    });
    const presets = PRESETS.map(([first, second]) =>
      html("button", { type: "button", onclick: () => Object.assign(figure, { first, second }) }, first),
    );
    const row = html("div", { class: "row", role: "group", "aria-label": "Examples" }, ...presets);
    const fields = html("div", { class: "sentences" }, this.#first.element, this.#second.element);
    this.element = html("div", { class: "controls" }, row, fields);
  }

  show(): void {
    this.#first.show(this.#figure.first ?? "");
    this.#second.show(this.#figure.second ?? "");
  }
}
