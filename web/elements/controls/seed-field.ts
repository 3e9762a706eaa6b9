import { html } from "../../plot/dom.ts";
import { NumberField } from "./number-field.ts";

/** Seeds are shown as they are named, so any whole number would do; this many digits are easy to read out. */
const LARGEST = 999_999;

/** A number field for the seed of what is random, and a button that takes the next one. */
export class SeedField {
  readonly element: HTMLElement;
  readonly #field: NumberField;

  /** @param changed - called with each valid seed */
  constructor(changed: (seed: number) => void) {
    const next = html("button", { type: "button" }, "Draw new weights");
    this.#field = new NumberField({ label: "seed", min: 0, max: LARGEST, oninput: changed, beside: [next] });
    next.addEventListener("click", () => this.#field.enter(((this.#field.value ?? 0) + 1) % (LARGEST + 1)));
    this.element = this.#field.element;
  }

  show(seed: number): void {
    this.#field.show(seed);
  }
}
