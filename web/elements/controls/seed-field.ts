import { html } from "../../plot/dom.ts";
import { whole } from "../definition/rules.ts";
import { NumberField } from "./number-field.ts";

/** @param decided - the random things that the seed decides */
export const seedRule = (decided: string) =>
  whole({ from: 0, to: Number.MAX_SAFE_INTEGER, default: 1, doc: `The seed of the random ${decided}` });

/** The largest seed of the field. Attributes allow more, but numbers of six digits are easy to read out. */
const LARGEST = 999_999;

/** A field for the seed of random numbers, and a button for the next seed. */
export class SeedField {
  readonly element: HTMLElement;
  readonly #field: NumberField;

  /** @param changed - called with each valid seed */
  constructor(changed: (seed: number) => void) {
    const next = html("button", { type: "button" }, "Sample new weights");
    this.#field = new NumberField({ label: "seed", min: 0, max: LARGEST, oninput: changed, beside: [next] });
    next.addEventListener("click", () => this.#field.enter(((this.#field.value ?? 0) + 1) % (LARGEST + 1)));
    this.element = this.#field.element;
  }

  show(seed: number): void {
    this.#field.show(seed);
  }
}
