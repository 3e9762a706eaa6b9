import { html } from "../../plot/dom.ts";
import { formatInteger } from "../../plot/numbers.ts";

export interface SliderOptions {
  readonly label: string;
  /** Limits and step (default 1) of the native range, in raw units. */
  readonly min: number;
  readonly max: number;
  readonly step?: number;
  /** From raw units to the value, and back. Default: both are the same number. */
  readonly toValue?: (raw: number) => number;
  readonly toRaw?: (value: number) => number;
  /** Default: as a whole number. */
  readonly format?: (value: number) => string;
  readonly oninput: (value: number) => void;
}

export interface Slider {
  readonly element: HTMLElement;
  /** Shows a value without calling `oninput`. */
  show(value: number): void;
}

const same = (value: number): number => value;

/** A native range with its label and its value as text. The text is no `output`: that would take the label from the range. */
export function slider({
  label,
  min,
  max,
  step = 1,
  toValue = same,
  toRaw = same,
  format = formatInteger,
  oninput,
}: SliderOptions): Slider {
  const shown = html("span", { class: "value", part: "value" });
  const input = html("input", { type: "range", min, max, step, "aria-label": label });
  input.addEventListener("input", () => oninput(toValue(input.valueAsNumber)));
  const element = html("label", { class: "slider", part: "control" });
  element.append(html("span", { class: "name" }, label), shown, input);
  return {
    element,
    show(value) {
      const text = format(value);
      input.value = String(toRaw(value));
      input.setAttribute("aria-valuetext", text);
      shown.textContent = text;
    },
  };
}
