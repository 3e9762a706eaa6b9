import { html } from "../../plot/dom.ts";

/** Seeds are shown as they are named, so any whole number would do; this many digits are easy to read out. */
const LARGEST = 999_999;

/** A number field for the seed of what is random, and a button that takes the next one. */
export class SeedField {
  readonly element: HTMLElement;
  readonly #input: HTMLInputElement;
  readonly #fault = html("span", { role: "alert", id: "seed-fault" });

  /** @param changed - called with each valid seed */
  constructor(changed: (seed: number) => void) {
    this.#input = html("input", {
      type: "number",
      min: 0,
      max: LARGEST,
      step: 1,
      required: true,
      "aria-describedby": "seed-fault",
    });
    this.#input.addEventListener("input", () => {
      this.#fault.textContent = this.#input.validationMessage;
      if (this.#input.validity.valid) changed(this.#input.valueAsNumber);
    });
    const next = html("button", { type: "button" }, "Draw new weights");
    next.addEventListener("click", () => {
      const seed = this.#input.validity.valid ? this.#input.valueAsNumber : 0;
      this.#input.value = String((seed + 1) % (LARGEST + 1));
      this.#input.dispatchEvent(new Event("input"));
    });
    const label = html("label", { class: "row" }, html("span", { class: "quiet" }, "seed"), this.#input);
    this.element = html("div", { class: "row", part: "control" }, label, next, this.#fault);
  }

  /** Shows a seed; text that is no seed is left for the reader to mend. */
  show(seed: number): void {
    if (this.#input.validity.valid || this.#input.value === "") this.#input.value = String(seed);
  }
}
