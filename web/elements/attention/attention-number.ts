import { html } from "../../plot/dom.ts";
import { superscript } from "../../plot/superscript.ts";
import type { Comparison, Sentences } from "./attention-comparison.ts";
import { verdict } from "./attention-verdict.ts";

/** The number that matters, to its last digit, and a sentence that says what it means. */
export class DifferenceNumber {
  readonly element: HTMLElement;
  readonly #value = html("data", { class: "number", part: "number" });
  readonly #verdict = html("span", { class: "verdict" });

  constructor(positions: boolean) {
    const title = html(
      "span",
      { class: "title" },
      `difference of the outputs ${positions ? "with" : "without"} positions`,
    );
    this.element = html("p", { class: "difference" }, title, this.#value, this.#verdict);
  }

  show(comparison: Comparison, sentences: Sentences, causal: boolean): void {
    const { matching } = comparison;
    this.#value.value = matching ? String(matching.largest) : "";
    this.#value.textContent = matching ? digits(matching.largest) : "–";
    this.#verdict.textContent = verdict(comparison, sentences, causal);
  }
}

/** All digits of a float64, with its power of ten set as one. */
function digits(value: number): string {
  const [mantissa = "", exponent] = String(value).split("e");
  return exponent === undefined ? mantissa : `${mantissa} × 10${superscript(Number(exponent))}`;
}
