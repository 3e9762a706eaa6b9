import { METHODS } from "../../methods/methods.ts";
import { html } from "../../plot/dom.ts";
import { encodingChoice } from "../controls/encoding-choice.ts";
import { StatedNumber } from "../controls/stated-number.ts";
import type { Host, Part } from "../definition/definition.ts";
import { type Comparison, SIDES, verdict } from "./attention-comparison.ts";
import type { AttentionShown } from "./attention-shown.ts";

const LABELS = { left: "one encoding", right: "another" };

/** For each side a menu of encodings. */
export function encodingMenus(
  figure: Host<Record<(typeof SIDES)[number], string>, AttentionShown>,
): Part<AttentionShown> {
  const menus = SIDES.map((name) =>
    encodingChoice(LABELS[name], METHODS, (spec) => Object.assign(figure, { [name]: spec })),
  );
  return {
    element: html("div", { class: "row" }, ...menus.map(({ element }) => element)),
    show({ comparisons }) {
      for (const [index, menu] of menus.entries()) menu.show(comparisons[index]?.encoding.named);
    },
  };
}

/** For each side the largest difference, above its half of the picture. */
export function attentionSides(_figure: Host<object, AttentionShown>): Part<AttentionShown> {
  const numbers = SIDES.map(() => new StatedNumber("largest difference between twins"));
  const elements = numbers.map(({ element }) => html("div", { class: "side" }, element));
  return {
    element: html("div", { class: "sides" }, ...elements),
    show({ comparisons, sentences, settings: { causal } }) {
      for (const [index, number] of numbers.entries()) {
        const comparison = comparisons[index] as Comparison;
        number.show(comparison.matching?.largest, verdict(comparison, sentences, causal));
      }
    },
  };
}
