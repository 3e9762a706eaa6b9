import {
  formatSpec,
  type MethodName,
  methods,
  type PresetName,
  parseSpec,
  presets,
} from "../../../src/api/index.ts";
import { html } from "../../plot/dom.ts";

/** An encoding of the menu: its name, and its spec as text. */
interface Encoding {
  readonly method: MethodName;
  readonly title: string;
  readonly spec: string;
}

/** Methods that no preset is named after. */
const METHODS: readonly Encoding[] = [
  { method: "xpos", title: "xPos", spec: "method=xpos&headDim=64&pairing=halves" },
  { method: "alibi", title: "ALiBi", spec: "method=alibi" },
  { method: "kerple", title: "KERPLE", spec: "method=kerple" },
  { method: "sandwich", title: "Sandwich", spec: "method=sandwich" },
  { method: "fire", title: "FIRE", spec: "method=fire" },
  { method: "none", title: "none (NoPE)", spec: "method=none" },
];

const PRESETS: readonly Encoding[] = (Object.keys(presets) as PresetName[]).map((name) => ({
  method: presets[name].spec.method,
  title: presets[name].title,
  spec: `preset=${name}`,
}));

const FAMILIES = { additive: "Added to the words", rotary: "Rotary", bias: "Bias on the score" } as const;

export interface EncodingChoice {
  readonly element: HTMLElement;
  /** Marks the encoding of a spec's text without reporting it back. */
  show(spec: string): void;
}

/**
 * A native select of the encodings that have a name, grouped by family.
 * @param shown - the methods that the figure can show
 * @param onchange - called with the chosen spec as text
 */
export function encodingChoice(
  label: string,
  shown: readonly MethodName[],
  onchange: (spec: string) => void,
): EncodingChoice {
  const encodings = [...METHODS, ...PRESETS].filter(({ method }) => shown.includes(method));
  const select = html("select", { "aria-label": label }, ...groups(encodings));
  select.addEventListener("change", () => onchange(select.value));
  const name = html("span", { class: "quiet" }, label);
  return {
    element: html("label", { class: "encoding", part: "control" }, name, select),
    show(spec) {
      const named = encodings.find((encoding) => encoding.spec === spec) ?? sameAs(encodings, spec);
      select.value = named?.spec ?? UNNAMED;
    },
  };
}

/** The value of the option that stands for specs without a name. */
const UNNAMED = "";

function groups(encodings: readonly Encoding[]): HTMLElement[] {
  const option = ({ title, spec }: Encoding) => html("option", { value: spec }, title);
  const families = Object.entries(FAMILIES).map(([family, label]) => {
    const members = encodings.filter(({ method }) => methods[method].family === family);
    return html("optgroup", { label }, ...members.map(option));
  });
  const used = families.filter((group) => group.children.length > 0);
  return [...used, html("option", { value: UNNAMED, hidden: true }, "another")];
}

/** A link may hold a spec field by field. */
function sameAs(encodings: readonly Encoding[], spec: string): Encoding | undefined {
  const fields = (text: string) => formatSpec(parseSpec(text).spec);
  const wanted = fields(spec);
  return encodings.find((encoding) => fields(encoding.spec) === wanted);
}
