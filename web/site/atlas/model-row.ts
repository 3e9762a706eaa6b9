import { type AtlasModel, recipe } from "posenc/atlas";
import type { ModelPositions, PartPositions } from "posenc/spec";
import { formatCount, formatInteger } from "../../plot/numbers.ts";
import { node } from "../nodes.ts";
import { factsOf, type Published, yearOf } from "./entries.ts";
import { rulesOf, sentenceOf } from "./layer-looks.ts";
import { layerPicture } from "./layer-picture.ts";
import { modelOf } from "./model-search.ts";
import {
  publishedKnown,
  publishedWord,
  type Reading,
  readConfig,
  readingOf,
  typeKnown,
  typeWord,
} from "./reading.ts";
import { rulePanel } from "./rule-panel.ts";
import { comparisonLink, traps } from "./traps.ts";

/** All that is known of a model: a sentence, its layers, how it is known, traps, and below them values and code. */

interface Told {
  readonly reading: Omit<Reading, "name" | "known">;
  readonly known: readonly (Node | string)[];
  /** The sentence, if the reader of configs has none. */
  readonly instead?: string | undefined;
}

function modelRecipe(model: AtlasModel): HTMLElement {
  const reading = readingOf(model.type) as Reading;
  const instead = reading.read.layers.length === 0 ? insteadOf(model) : undefined;
  return told({ reading, known: typeKnown(model), instead });
}

const publishedRecipe = (file: Published): HTMLElement =>
  told({ reading: readingOf(file.name) as Reading, known: publishedKnown(file) });

/** The recipe of a config.json that a reader gives. */
export const fileRecipe = (config: string): HTMLElement =>
  told({ reading: readConfig(config), known: ["Read from the text that you gave. Nothing was sent."] });

function told({ reading: { read, config, context }, known, instead }: Told): HTMLElement {
  const href = comparisonLink(config);
  const parts = Object.entries(read.parts).filter(([, { layers }]) => layers.length > 0);
  return node(
    "div",
    { class: "recipe" },
    node(
      "div",
      { class: "told" },
      node(
        "div",
        {},
        node("p", { class: "sentence" }, instead ?? sentenceOf(read, rulesOf(read))),
        ...pictureOf("", read, context),
        ...parts.flatMap(([name, part]) => pictureOf(name, part, undefined)),
      ),
      node(
        "aside",
        { class: "card", "aria-label": "How we know, and traps" },
        node("h4", {}, "How we know"),
        node("p", { class: "from" }, ...known),
        ...doubtsOf(read),
        node("h4", {}, "Traps"),
        traps(config),
        ...(href === undefined ? [] : [node("p", {}, node("a", { href }, "Compare all engines"))]),
      ),
    ),
    details("All that the config says, in sentences", () => [sentences(read)]),
    details("Values, wavelengths and code", () => [
      ...rulePanels("", read, context),
      ...Object.entries(read.parts).flatMap(([name, part]) => rulePanels(name, part, undefined)),
    ]),
  );
}

/** What opens to more, which is made when it is first opened. */
function details(title: string, parts: () => readonly HTMLElement[]): HTMLElement {
  const place = node("div");
  const box = node("details", { class: "more" }, node("summary", {}, title), place);
  box.addEventListener("toggle", () => {
    if (box.open && !place.hasChildNodes()) place.append(...parts());
  });
  return box;
}

const sentences = (read: ModelPositions): HTMLElement =>
  node(
    "ul",
    { class: "words" },
    ...(read.modelType === null ? [] : [node("li", {}, `Read as ${read.modelType}.`)]),
    ...recipe(read).map((sentence) => node("li", {}, sentence)),
  );

/** The notes of the reader, and fields that no note speaks of. */
function doubtsOf({ unknown, notes }: ModelPositions): HTMLElement[] {
  const named = (path: string) => notes.some((note) => note.includes(path));
  const silent = unknown.filter((path) => !named(path));
  const said = [
    ...notes.map((note) =>
      unknown.some((path) => note.includes(path)) ? `Not understood: ${note}.` : `Note: ${note}.`,
    ),
    ...(silent.length === 0 ? [] : [`Not understood: ${silent.join(", ")}.`]),
  ];
  return said.length === 0
    ? []
    : [node("ul", { class: "doubts" }, ...said.map((each) => node("li", {}, each)))];
}

function pictureOf(name: string, part: PartPositions, context: number | undefined): HTMLElement[] {
  if (part.layers.length === 0) return [];
  const title = name === "" ? "Layers" : `Layers of ${name}`;
  const picture = layerPicture({ part, rules: rulesOf(part), context, name: title });
  return name === "" ? [picture] : [node("h4", {}, `${title}: ${sentenceOf(part, rulesOf(part))}`), picture];
}

function rulePanels(name: string, part: PartPositions, said: number | undefined): HTMLElement[] {
  const rules = rulesOf(part);
  const known = modelOf(part.modelType ?? "")?.defaults.length;
  const length = said ?? (typeof known === "number" ? known : undefined);
  return rules.map((rule) => rulePanel(rule, { part: name, isOnly: rules.length === 1, length }));
}

/** The words of the atlas for types whose layers are not known. */
const INSTEAD: Readonly<Record<string, string>> = {
  none: "Nothing tells it positions, or its layers are recurrent or convolutions.",
  learned: "A learned vector for each position is added to embeddings.",
  sinusoidal: "A sinusoidal encoding is added to embeddings.",
  alibi: "ALiBi: each head subtracts its slope times the distance from a score.",
  t5: "Scores get a learned bias for each bucket of distances, as in T5.",
  buckets: "Scores get a learned bias for each bucket of distances.",
  disentangled: "Scores get products with embeddings of distances, as in DeBERTa.",
  "window-table": "Scores get a learned bias for each offset in a window, as in Swin.",
  "log-spaced": "Scores get a bias that a small network makes of logarithmic offsets, as in Swin v2.",
  decomposed: "Scores get a learned term for each axis.",
  relative: "Scores get products of queries or keys with embeddings of distances.",
  convolution: "A convolution over neighbours is added to embeddings.",
};

function insteadOf({ positions, defaults }: AtlasModel): string {
  const words = INSTEAD[positions];
  if (words !== undefined) return words;
  if (positions === "parts") return "It consists of other model types, which its source names.";
  const base = defaults.theta === undefined ? "" : ` The base is ${defaults.theta}.`;
  return `Queries and keys are rotated. Pairs are ${positions}.${base}`;
}

// A row of the list: a name and a few facts, and under it the recipe, which is made when it is first opened.

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
