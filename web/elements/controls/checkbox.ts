import { html } from "../../plot/dom.ts";

export interface Checkbox {
  readonly element: HTMLElement;
  /** Shows a state without calling `onchange`; a box may be disabled for now. */
  show(on: boolean, isUsable?: boolean): void;
}

/** A native checkbox with its label. */
export function checkbox(label: string, onchange: (on: boolean) => void): Checkbox {
  const input = html("input", { type: "checkbox" });
  input.addEventListener("change", () => onchange(input.checked));
  return {
    element: html("label", { class: "checkbox", part: "control" }, input, html("span", {}, label)),
    show(on, isUsable = true) {
      input.checked = on;
      input.disabled = !isUsable;
    },
  };
}
