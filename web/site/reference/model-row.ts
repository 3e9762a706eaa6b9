import type { AtlasModel } from "posenc/atlas";
import { modelRecipe } from "./model-recipe.ts";
import { node } from "./nodes.ts";

/** A model type in the list: its name and what it has, and under it the recipe, which is made when it is first opened. */

/** What a type has, in few words, by the word of the atlas. */
const WORDS: Readonly<Record<string, string>> = {
  halves: "rotary",
  interleaved: "rotary, interleaved pairs",
  parts: "of several parts",
  none: "no encoding",
  alibi: "ALiBi",
  t5: "T5’s buckets",
  learned: "learned",
  sinusoidal: "sinusoidal",
  convolution: "a convolution",
};

export class ModelRow {
  readonly type: string;
  readonly button: HTMLButtonElement;
  readonly element: HTMLElement;
  readonly #model: AtlasModel;
  readonly #place: HTMLElement;

  /** @param toggle - is called if a reader opens or closes the row */
  constructor(model: AtlasModel, toggle: (type: string) => void) {
    const { type, kind, year, positions } = model;
    const id = `type-${type}`;
    this.type = type;
    this.#model = model;
    this.#place = node("div", { id, hidden: true });
    const facts = [
      kind,
      ...(year === undefined ? [] : [String(year)]),
      WORDS[positions] ?? `bias: ${positions}`,
    ];
    this.button = node(
      "button",
      { type: "button", "aria-expanded": "false", "aria-controls": id },
      node("span", { class: "type-name" }, type),
      " ",
      node("span", { class: "type-facts" }, facts.join(" · ")),
    );
    this.button.addEventListener("click", () => toggle(type));
    this.element = node("li", {}, node("h3", {}, this.button), this.#place);
  }

  set isOpen(isOpen: boolean) {
    this.button.setAttribute("aria-expanded", String(isOpen));
    if (isOpen && !this.#place.hasChildNodes()) this.#place.append(modelRecipe(this.#model));
    this.#place.hidden = !isOpen;
  }
}
