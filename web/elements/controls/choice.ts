import { html } from "../../plot/dom.ts";

export interface Choice<Key extends string> {
  readonly element: HTMLElement;
  /** Selects one option, or none, without calling `onchange`. */
  show(key: Key | undefined): void;
}

let count = 0; // the radio buttons of a group share a name, which must differ from the names of other groups

/** A row of native radio buttons, one of them selected. */
export function choice<Key extends string>(
  label: string,
  options: Readonly<Record<Key, string>>,
  onchange: (key: Key) => void,
): Choice<Key> {
  const name = `choice-${count++}`;
  const element = html("fieldset", { class: "choice", part: "control" }, html("legend", {}, label));
  const inputs = new Map<Key, HTMLInputElement>();
  for (const [key, text] of Object.entries(options) as [Key, string][]) {
    const input = html("input", { type: "radio", name, value: key });
    input.addEventListener("change", () => onchange(key));
    inputs.set(key, input);
    element.append(html("label", {}, input, html("span", {}, text)));
  }
  return {
    element,
    show(key) {
      for (const [known, input] of inputs) input.checked = known === key;
    },
  };
}
