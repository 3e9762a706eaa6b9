import { html } from "../../plot/dom.ts";

export interface HeadChoice {
  readonly element: HTMLElement;
  /** Shows head `head` of `heads`, counted from 1, without calling `onchange`. */
  show(head: number, heads: number): void;
}

/**
 * A native select of the heads of a layer.
 * @param spoken - name of the menu for screen readers
 */
export function headChoice(label: string, onchange: (head: number) => void, spoken = label): HeadChoice {
  const select = html("select", { "aria-label": spoken });
  select.addEventListener("change", () => onchange(Number(select.value)));
  const name = html("span", { class: "quiet" }, label);
  return {
    element: html("label", { class: "row", part: "control" }, name, select),
    show(head, heads) {
      if (select.options.length !== heads) {
        const numbers = Array.from({ length: heads }, (_, index) => String(index + 1));
        select.replaceChildren(...numbers.map((number) => html("option", { value: number }, number)));
      }
      select.value = String(Math.min(head, heads));
    },
  };
}
