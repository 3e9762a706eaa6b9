import { html } from "../../plot/dom.ts";

export interface NumberFieldOptions {
  readonly label: string;
  readonly min: number;
  readonly max: number;
  /** Called with each valid whole number. */
  readonly oninput: (value: number) => void;
}

let count = 0; // ids of one tree must differ

/** A field for a whole number; what is no number in range is said beside it, and left for the reader to mend. */
export class NumberField {
  readonly element: HTMLElement;
  readonly #input: HTMLInputElement;
  readonly #fault: HTMLElement;

  constructor({ label, min, max, oninput }: NumberFieldOptions) {
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
    this.element = html("div", { class: "row", part: "control" }, field, this.#fault);
  }

  show(value: number): void {
    const shown = this.#input.valueAsNumber;
    if (shown !== value && (this.#input.validity.valid || this.#input.value === ""))
      this.#input.value = String(value);
  }
}
