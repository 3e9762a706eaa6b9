import { html } from "../../plot/dom.ts";
import type { Host, Part } from "../definition/definition.ts";
import { text } from "../definition/rules.ts";
import { SentenceField } from "./sentence-field.ts";

/** Pairs of sentences with the same words. */
const PRESETS = [
  ["my sister wants to eat a chicken", "a chicken wants to eat my sister"],
  ["John likes Jane", "Jane likes John"],
] as const;

/** The two sentences as attributes. */
export const sentenceRules = {
  first: text({ default: PRESETS[0][0], doc: "The first sentence; at most 64 of its words are shown" }),
  second: text({
    default: PRESETS[0][1],
    doc: "The second sentence, compared with the first",
  }),
};

/** The names of the two sentences in texts. */
export const ORDINAL = ["first", "second"] as const;

type Compared = Host<{ first: string; second: string }, unknown>;

/** Buttons for pairs of sentences with the same words. */
export function sentenceExamples(figure: Compared): Part<unknown> {
  const presets = PRESETS.map(([first, second]) =>
    html("button", { type: "button", onclick: () => Object.assign(figure, { first, second }) }, first),
  );
  return { element: html("div", { class: "row", role: "group", "aria-label": "Examples" }, ...presets) };
}

/** Fields for two sentences to compare. */
export function sentencePair(figure: Compared): Part<unknown> {
  const field = (name: "first" | "second") =>
    new SentenceField(`${name} sentence`, (text) => Object.assign(figure, { [name]: text }));
  const [firstField, secondField] = [field("first"), field("second")];
  const fields = html("div", { class: "sentences" }, firstField.element, secondField.element);
  return {
    element: html("div", { class: "controls" }, fields),
    show() {
      firstField.show(figure.first);
      secondField.show(figure.second);
    },
  };
}
