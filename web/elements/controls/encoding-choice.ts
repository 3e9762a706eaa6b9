import {
  formatSpec,
  type MethodName,
  methods,
  type PresetName,
  parseSpec,
  presets,
} from "../../../src/api/full.ts";
import { html } from "../../plot/dom.ts";

/** An encoding of the menu: its name, and its spec as text. */
interface Encoding {
  readonly method: MethodName;
  readonly title: string;
  readonly spec: string;
}

/** Methods by themselves, with the usual values of what they leave open. */
const METHODS: readonly Encoding[] = [
  { method: "none", title: "No positions", spec: "method=none" },
  { method: "sinusoidal", title: "Sinusoidal", spec: "method=sinusoidal" },
  { method: "learned", title: "Learned", spec: "method=learned" },
  { method: "index", title: "Index", spec: "method=index" },
  { method: "normalized-index", title: "Index from −1 to 1", spec: "method=normalized-index" },
  { method: "one-hot", title: "One-hot", spec: "method=one-hot" },
  { method: "rope", title: "RoPE", spec: "method=rope&headDim=64&pairing=halves" },
  { method: "xpos", title: "xPos", spec: "method=xpos&headDim=64&pairing=halves" },
  { method: "alibi", title: "ALiBi", spec: "method=alibi" },
  { method: "t5", title: "T5 buckets", spec: "method=t5" },
  { method: "kerple", title: "KERPLE", spec: "method=kerple" },
  { method: "sandwich", title: "Sandwich", spec: "method=sandwich" },
  { method: "fire", title: "FIRE", spec: "method=fire" },
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
      select.value = named(encodings, spec)?.spec ?? UNNAMED;
    },
  };
}

/** The name of an encoding in menus; undefined where it has none. */
export const titleOf = (spec: string): string | undefined => named([...METHODS, ...PRESETS], spec)?.title;

/** The value of the option that stands for specs without a name. */
const UNNAMED = "";

function groups(encodings: readonly Encoding[]): HTMLElement[] {
  const option = ({ title, spec }: Encoding) => html("option", { value: spec }, title);
  const families = Object.entries(FAMILIES).map(([family, label]) => {
    const members = encodings.filter(({ method }) => method !== "none" && methods[method].family === family);
    return html("optgroup", { label }, ...members.map(option));
  });
  const used = families.filter((group) => group.children.length > 0);
  const none = encodings.filter(({ method }) => method === "none").map(option);
  return [...none, ...used, html("option", { value: UNNAMED, hidden: true }, "another")];
}

/** The encoding of a text; a link may hold it field by field. */
function named(encodings: readonly Encoding[], spec: string): Encoding | undefined {
  const fields = (text: string) => formatSpec(parseSpec(text).spec);
  const same = encodings.find((encoding) => encoding.spec === spec);
  if (same) return same;
  const wanted = fields(spec);
  return encodings.find((encoding) => fields(encoding.spec) === wanted);
}
