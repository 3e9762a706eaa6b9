import { html } from "../../plot/dom.ts";
import { whole } from "../definition/rules.ts";

export interface NumberFieldOptions {
  readonly label: string;
  readonly min: number;
  readonly max: number;
  /** Called with each valid whole number. */
  readonly oninput: (value: number) => void;
  /** Nodes beside the field. */
  readonly beside?: readonly Node[];
}

let count = 0; // ids in one tree must differ

/** A field for a whole number. A text that is not a number in range stays, with a message beside it. */
export class NumberField {
  readonly element: HTMLElement;
  readonly #input: HTMLInputElement;
  readonly #fault: HTMLElement;

  constructor({ label, min, max, oninput, beside = [] }: NumberFieldOptions) {
    const id = `number-fault-${count++}`;
    this.#fault = html("span", { role: "alert", id });
    this.#input = html("input", {
      type: "number",
      min,
      max,
      step: 1,
      required: true,
      "aria-describedby": id,
    });
    this.#input.addEventListener("input", () => {
      this.#fault.textContent = this.#input.validationMessage;
      if (this.#input.validity.valid) oninput(this.#input.valueAsNumber);
    });
    const field = html("label", { class: "row" }, html("span", { class: "quiet" }, label), this.#input);
    this.element = html("div", { class: "row", part: "control" }, field, ...beside, this.#fault);
  }

  /** The number in the field; undefined if the text is not a number in range. */
  get value(): number | undefined {
    return this.#input.validity.valid ? this.#input.valueAsNumber : undefined;
  }

  /** Sets the number as if it were typed. */
  enter(value: number): void {
    this.#input.value = String(value);
    this.#input.dispatchEvent(new Event("input"));
  }

  /** Shows a number. The text stays if it is that number already, or while the reader is typing. */
  show(value: number): void {
    const isRefused = this.#fault.textContent !== "";
    if (!isRefused && this.#input.valueAsNumber !== value) this.#input.value = String(value);
  }
}

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
