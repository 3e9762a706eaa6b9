import { html } from "../../plot/dom.ts";

export interface NumberFieldOptions {
  readonly label: string;
  readonly min: number;
  readonly max: number;
  /** Called with each valid whole number. */
  readonly oninput: (value: number) => void;
  /** What stands beside it. */
  readonly beside?: readonly Node[];
}

let count = 0; // ids of one tree must differ

/** A field for a whole number; what is no number in range is said beside it, and left for the reader to mend. */
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

  /** The number in it; undefined where there is none in range. */
  get value(): number | undefined {
    return this.#input.validity.valid ? this.#input.valueAsNumber : undefined;
  }

  /** As if the number were typed. */
  enter(value: number): void {
    this.#input.value = String(value);
    this.#input.dispatchEvent(new Event("input"));
  }

  /** Text that is the number already, or that the reader is about to mend, stays as it is. */
  show(value: number): void {
    const isRefused = this.#fault.textContent !== "";
    if (!isRefused && this.#input.valueAsNumber !== value) this.#input.value = String(value);
  }
}
