import { METHODS } from "../../methods/methods.ts";
import { html } from "../../plot/dom.ts";
import { encodingChoice } from "../controls/encoding-choice.ts";
import { StatedNumber } from "../controls/stated-number.ts";
import type { Host, Part } from "../definition/definition.ts";
import { type Comparison, SIDES, verdict } from "./attention-comparison.ts";
import type { AttentionShown } from "./attention-shown.ts";

/** On a phone the sides stand under each other. */
const LABELS = { left: "one encoding", right: "another" };

/** For each side a menu of encodings and the largest difference, above its half of the picture. */
export function attentionSides(
  figure: Host<Record<(typeof SIDES)[number], string>, AttentionShown>,
): Part<AttentionShown> {
  const sides = SIDES.map((name) => {
    const number = new StatedNumber("largest difference of paired outputs");
    const menu = encodingChoice(LABELS[name], METHODS, (spec) => Object.assign(figure, { [name]: spec }));
    return { number, menu };
  });
  const elements = sides.map(({ menu, number }) =>
    html("div", { class: "side" }, menu.element, number.element),
  );
  return {
    element: html("div", { class: "sides" }, ...elements),
    show({ comparisons, sentences, settings: { causal } }) {
      for (const [index, { number, menu }] of sides.entries()) {
        const comparison = comparisons[index] as Comparison;
        menu.show(comparison.encoding.named);
        number.show(comparison.matching?.largest, verdict(comparison, sentences, causal));
      }
    },
  };
}
