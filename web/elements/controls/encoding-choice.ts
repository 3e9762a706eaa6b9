import { formatSpec, parseSpec, presets } from "../../../src/api/full.ts";
import {
  addsNothing,
  isMethod,
  METHODS,
  methodNamed,
  type ShownMethod,
  usualText,
} from "../../methods/methods.ts";
import { html } from "../../plot/dom.ts";
import type { PartMaker } from "../definition/definition.ts";
import { presetNames, spelled } from "../definition/spelled.ts";

/** An encoding of the menu: its name, and its spec as text. */
interface NamedEncoding {
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

export interface EncodingChoice {
  readonly element: HTMLElement;
  /** Shows the encoding of a spec's text without calling `onchange`. */
  show(spec: string): void;
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
  const encodings = [...BY_METHOD, ...PRESETS].filter(({ method }) => shown.includes(method));
  const select = html("select", { "aria-label": label }, ...groups(encodings));
  select.addEventListener("change", () => onchange(select.value));
  const name = html("span", { class: "quiet" }, label);
  return {
    element: html("label", { class: "encoding", part: "control" }, name, select),
    show(spec) {
      select.value = named(encodings, spec)?.spec ?? UNNAMED;
    },
  };
}

/** The name of an encoding in menus; undefined if it has none. */
export const titleOf = (spec: string): string | undefined => named([...BY_METHOD, ...PRESETS], spec)?.title;

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

/** The encoding of a spec's text, which may list all fields, as links do. */
function named(encodings: readonly NamedEncoding[], spec: string): NamedEncoding | undefined {
  const fields = (text: string) => formatSpec(parseSpec(spelled(text)).spec);
  const same = encodings.find((encoding) => encoding.spec === spec);
  if (same) return same;
  const wanted = fields(spec);
  return encodings.find((encoding) => fields(encoding.spec) === wanted);
}

/**
 * The menu for the attribute `spec` of a figure.
 * @param also - other properties to set with it
 */
export const encodingMenu =
  (
    label: string,
    shown: readonly ShownMethod[],
    also: Readonly<Record<string, unknown>> = {},
  ): PartMaker<{ spec: string }, unknown> =>
  (figure) => {
    const { element, show } = encodingChoice(label, shown, (spec) =>
      Object.assign(figure, { ...also, spec }),
    );
    return { element, show: () => show(figure.spec) };
  };
