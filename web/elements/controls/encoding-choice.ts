import { presets } from "../../../src/api/presets.ts";
import {
  addsNothing,
  isMethod,
  METHODS,
  methodNamed,
  type ShownMethod,
  usualText,
} from "../../methods/methods.ts";
import { html } from "../../plot/dom.ts";
import { presetNames } from "../definition/spelled.ts";

/** An encoding of the menu: its name, and its spec as text. */
export interface NamedEncoding {
  readonly method: ShownMethod;
  readonly title: string;
  readonly spec: string;
}

/** Methods with the usual values of their fields. */
const BY_METHOD: readonly NamedEncoding[] = METHODS.flatMap((method) => {
  const { title } = methodNamed(method);
  return title === undefined ? [] : [{ method, title, spec: usualText(method) }];
});

const PRESETS: readonly NamedEncoding[] = presetNames.flatMap((name) => {
  const { title, spec } = presets[name];
  return isMethod(spec.method) ? [{ method: spec.method, title, spec: `preset=${name}` }] : [];
});

const FAMILIES = { additive: "Added to the words", rotary: "Rotary", bias: "Bias on the score" } as const;

/** The encodings that have a name. */
export const ENCODINGS: readonly NamedEncoding[] = [...BY_METHOD, ...PRESETS];

export interface EncodingChoice {
  readonly element: HTMLElement;
  /** Shows an encoding, or that it is unnamed, without calling `onchange`. */
  show(encoding: NamedEncoding | undefined): void;
}

/**
 * A native select of the encodings that have a name, grouped by family.
 * @param shown - the methods that the figure can show
 * @param onchange - called with the chosen spec as text
 */
export function encodingChoice(
  label: string,
  shown: readonly ShownMethod[],
  onchange: (spec: string) => void,
): EncodingChoice {
  const encodings = ENCODINGS.filter(({ method }) => shown.includes(method));
  const select = html("select", { "aria-label": label }, ...groups(encodings));
  select.addEventListener("change", () => onchange(select.value));
  const name = html("span", { class: "quiet" }, label);
  return {
    element: html("label", { class: "encoding", part: "control" }, name, select),
    show(encoding) {
      select.value = encoding?.spec ?? UNNAMED;
    },
  };
}

/** The value of the option that stands for specs without a name. */
const UNNAMED = "";

function groups(encodings: readonly NamedEncoding[]): HTMLElement[] {
  const option = ({ title, spec }: NamedEncoding) => html("option", { value: spec }, title);
  const none = encodings.filter(({ method }) => addsNothing(method));
  const some = encodings.filter(({ method }) => !addsNothing(method));
  const families = Object.entries(FAMILIES).map(([family, label]) => {
    const members = some.filter(({ method }) => methodNamed(method).family === family);
    return html("optgroup", { label }, ...members.map(option));
  });
  const used = families.filter((group) => group.children.length > 0);
  return [...none.map(option), ...used, html("option", { value: UNNAMED, hidden: true }, "another")];
}
