import type { AtlasModel } from "posenc/atlas";
import { formatCount, formatInteger } from "../../plot/numbers.ts";
import { node } from "../nodes.ts";
import { factsOf, yearOf } from "./entries.ts";
import { publishedWord, typeWord } from "./how-known.ts";
import { modelRecipe, publishedRecipe } from "./model-recipe.ts";
import type { Published } from "./published.ts";

/** A row of the list: a name and a few facts, and under it the recipe, which is made when it is first opened. */

/** What a type has, in few words, by the word of the atlas. */
const WORDS: Readonly<Record<string, string>> = {
  halves: "rotary, halves",
  interleaved: "rotary, interleaved pairs",
  parts: "several parts",
  none: "no encoding",
  alibi: "ALiBi",
  t5: "T5 buckets",
  learned: "learned",
  sinusoidal: "sinusoidal",
  convolution: "convolution",
};

export class ModelRow {
  /** A model type, or the name of a published model, which has a slash. */
  readonly name: string;
  readonly button: HTMLButtonElement;
  readonly element: HTMLElement;
  readonly #recipe: () => HTMLElement;
  readonly #place: HTMLElement;

  /** @param toggle - is called if a reader opens or closes the row */
  constructor(
    name: string,
    facts: readonly string[],
    recipe: () => HTMLElement,
    toggle: (name: string) => void,
  ) {
    const id = `type-${name}`;
    this.name = name;
    this.#recipe = recipe;
    this.#place = node("div", { id, hidden: true });
    this.button = node(
      "button",
      { type: "button", "aria-expanded": "false", "aria-controls": id },
      node("span", { class: "type-name" }, name),
      " ",
      node("span", { class: "type-facts" }, facts.join(" · ")),
    );
    this.button.addEventListener("click", () => toggle(name));
    this.element = node("li", {}, node("h3", {}, this.button), this.#place);
  }

  /** Where more about the open model may stand. */
  get place(): HTMLElement {
    return this.#place;
  }

  set isOpen(isOpen: boolean) {
    this.button.setAttribute("aria-expanded", String(isOpen));
    if (isOpen && !this.#place.hasChildNodes()) this.#place.append(this.#recipe());
    this.#place.hidden = !isOpen;
  }
}

/** Layers, bases, context and year, as far as they are known. */
function numbersOf(name: string): string[] {
  const { layers, bases, context } = factsOf(name);
  const year = yearOf(name);
  return [
    ...(layers === 0 ? [] : [formatCount(layers, "layer")]),
    ...(bases.length === 0 ? [] : [`base ${bases.map(formatInteger).join(" and ")}`]),
    ...(context === null ? [] : [`${formatInteger(context)} tokens`]),
    ...(year === undefined ? [] : [String(year)]),
  ];
}

/** The row of a model type, which answers with the defaults of its class. */
export function typeRow(model: AtlasModel, toggle: (name: string) => void): ModelRow {
  const { type, kind, positions } = model;
  const facts = [kind, WORDS[positions] ?? `bias: ${positions}`, ...numbersOf(type), typeWord];
  return new ModelRow(type, facts, () => modelRecipe(model), toggle);
}

/** The row of a published model, which answers with the numbers of its config.json. */
export const publishedRow = (file: Published, toggle: (name: string) => void): ModelRow =>
  new ModelRow(
    file.name,
    [...numbersOf(file.name), publishedWord(file.name)],
    () => publishedRecipe(file),
    toggle,
  );
