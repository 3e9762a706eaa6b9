import type { LayerPositions, PartPositions } from "posenc/spec";
import { formatCount, formatInteger } from "../../plot/numbers.ts";

/** The layers of a model in groups that do the same with positions, each with a colour, a height and words. */

export type Rotary = Exclude<LayerPositions["rotary"], "unknown" | null>;

/** A rule of rotation, and the layers that have it. */
export interface Rule {
  readonly spec: Rotary;
  /** The number of the rule in the model, from 1. */
  readonly number: number;
  /** Names of kinds of layers, in order. */
  readonly kinds: readonly string[];
}

/** How a group of layers is drawn. */
export interface Look {
  /** The name of the colour. */
  readonly colour: string;
  /** Tokens that a layer sees; infinite if it sees all, 0 if it does not attend. */
  readonly reach: number;
  /** What a layer does with the positions of queries and keys. */
  readonly rotation: string;
  /** What a layer sees; empty if it does not attend. */
  readonly sees: string;
}

/** The rules of rotation in a part, without those that occur again. */
export function rulesOf({ layers }: PartPositions): Rule[] {
  const found = new Map<string, { spec: Rotary; kinds: Set<string> }>();
  for (const { rotary, kind } of layers) {
    if (rotary === null || rotary === "unknown") continue;
    const key = JSON.stringify(rotary);
    const rule = found.get(key) ?? { spec: rotary, kinds: new Set() };
    rule.kinds.add(kind);
    found.set(key, rule);
  }
  return [...found.values()].map(({ spec, kinds }, index) => ({
    spec,
    number: index + 1,
    kinds: [...kinds],
  }));
}

export const wordsOf = ({ rotation, sees }: Look): string =>
  sees === "" ? rotation : `${rotation}, ${sees}`;

export function lookOf(layer: LayerPositions, rules: readonly Rule[]): Look {
  const { colour, rotation } = rotationOf(layer, rules);
  if (layer.mixer !== null) return { colour, rotation, reach: 0, sees: "" };
  return { colour, rotation, reach: reachOf(layer.window), sees: seen(layer) };
}

function rotationOf(layer: LayerPositions, rules: readonly Rule[]): Pick<Look, "colour" | "rotation"> {
  const { rotary, bias, mixer, attention } = layer;
  if (mixer !== null) return { colour: "none", rotation: `no attention (${mixer})` };
  if (attention.self === null) return { colour: "unknown", rotation: "not known" };
  if (rotary === "unknown") return { colour: "unknown", rotation: "a rotation that is not known" };
  if (rotary !== null) {
    const key = JSON.stringify(rotary);
    const { number = 1 } = rules.find(({ spec }) => JSON.stringify(spec) === key) ?? {};
    return { colour: `rule-${Math.min(number, 3)}`, rotation: `rotates with ${ruleWords(rotary)}` };
  }
  if (bias === "unknown") return { colour: "unknown", rotation: "a bias that is not known" };
  if (bias !== null) return { colour: "bias", rotation: `adds the bias ${bias.kind}` };
  return { colour: "bare", rotation: "no rotation" };
}

/** The base and the stretch of a rule, such as “base 1 000 000, positions ÷ 8”. */
export function ruleWords({ base, scaling }: Rotary): string {
  const from = base === undefined ? "given frequencies" : `base ${formatInteger(base)}`;
  const stretch = stretchOf(scaling);
  return stretch === "" ? from : `${from}, ${stretch}`;
}

/** What stands before the factor of a rule for longer texts; nothing at all for no rule. */
const STRETCHES: Readonly<Record<string, string>> = {
  none: "",
  linear: "positions ÷",
  yarn: "YaRN ×",
  llama3: "llama3 ×",
  longrope: "LongRoPE ×",
  dynamic: "dynamic NTK ×",
  ntk: "NTK ×",
};

function stretchOf(scaling: Rotary["scaling"]): string {
  const { type = "none", factor } = (scaling ?? {}) as { type?: string; factor?: number };
  const words = STRETCHES[type] ?? `${type} ×`;
  return factor === undefined ? words.replace(/ [×÷]$/, "") : `${words} ${factor}`;
}

function reachOf(window: LayerPositions["window"]): number {
  if (window === null || window === "unknown") return Number.POSITIVE_INFINITY;
  if ("square" in window) return window.square ** 2;
  return "chunk" in window
    ? window.chunk * (1 + (window.chunksBefore ?? 0))
    : window.before + 1 + Math.max(0, window.after);
}

function seen({ window, causal }: LayerPositions): string {
  if (window === null) return causal ? "sees all tokens before it" : "sees all tokens";
  if (window === "unknown") return "sees a window that is not known";
  if ("square" in window) return `sees its own square of ${window.square} × ${window.square} patches`;
  if ("chunk" in window) {
    const before = window.chunksBefore ?? 0;
    const more = before === 0 ? "" : ` and ${before} before it`;
    return `sees its own chunk of ${formatCount(window.chunk, "token")}${more}`;
  }
  const { before, after, prompt } = window;
  const keys =
    after > 0
      ? `sees ${formatCount(before, "token")} before and ${formatInteger(after)} after`
      : `sees the last ${formatCount(before + 1, "token")}`;
  return prompt ? `${keys} and the prompt` : keys;
}

// What a model does with positions, in two or three sentences.

/** More groups of layers than this are counted, and the picture shows them. */
const MOST_GROUPS = 3;

export function sentenceOf(part: PartPositions, rules: readonly Rule[]): string {
  const { layers } = part;
  if (layers.length === 0) return addedSentence(part) || "The number of its layers is not known.";
  const looks = layers.map((layer) => lookOf(layer, rules));
  return [addedSentence(part), layerSentence(looks), pairSentence(rules)]
    .filter((text) => text !== "")
    .join(" ");
}

function layerSentence(looks: readonly Look[]): string {
  const groups = new Map<string, { look: Look; count: number }>();
  for (const look of looks) {
    const key = `${look.rotation} ${look.sees}`;
    const group = groups.get(key) ?? { look, count: 0 };
    group.count++;
    groups.set(key, group);
  }
  const all = `${looks.length} ${looks.length === 1 ? "layer" : "layers"}`;
  const said = [...groups.values()];
  const [only] = said;
  if (said.length === 1 && only) return `${all} ${clause(only.look, only.count)}.`;
  if (said.length > MOST_GROUPS) return `${all} of ${said.length} kinds.`;
  return `${all}: ${said.map(({ look, count }) => `${count} ${clause(look, count)}`).join("; ")}.`;
}

/** Words for several layers in place of those for one. */
const PLURAL: readonly (readonly [one: RegExp, many: string])[] = [
  [/\bsees\b/, "see"],
  [/\brotates\b/, "rotate"],
  [/\badds\b/, "add"],
  [/\bdoes\b/, "do"],
  [/\bhas\b/, "have"],
  [/\bbefore it\b/, "before them"],
  [/\bits own\b/, "their own"],
];

/** "see the last 1 024 tokens and rotate with base 10 000" */
function clause({ rotation, sees, colour }: Look, count: number): string {
  const done =
    colour === "bare"
      ? "does not rotate"
      : colour === "none" || colour === "unknown"
        ? `has ${rotation}`
        : rotation;
  const text = sees === "" ? done : `${sees} and ${done}`;
  return count === 1 ? text : PLURAL.reduce((words, [one, many]) => words.replace(one, many), text);
}

/** What is added before the first layer. */
const ADDED: Readonly<Record<string, string>> = {
  learned: "A learned vector for each position is added before the first layer.",
  sinusoidal: "A sinusoidal encoding is added before the first layer.",
  convolution: "A convolution over neighbours is added before the first layer.",
};

function addedSentence({ added }: PartPositions): string {
  if (added === null) return "";
  return (
    (added === "unknown" ? undefined : ADDED[added.kind]) ??
    "What is added before the first layer is not known."
  );
}

function pairSentence(rules: readonly Rule[]): string {
  const [first] = rules;
  if (first === undefined) return "";
  const pairings = new Set(rules.map(({ spec }) => spec.pairing ?? "halves"));
  const [pairing = ""] = pairings;
  const pairs = pairings.size > 1 ? "Pairs differ between layers" : `Pairs are ${pairing}`;
  const widths = new Set(rules.map(({ spec }) => `${spec.rotaryDim} of ${spec.headDim}`));
  if (widths.size > 1) return `${pairs}.`;
  const { headDim, rotaryDim = headDim, rotaryOffset = 0 } = first.spec;
  const channels =
    rotaryDim === headDim
      ? `all ${formatInteger(headDim)} channels of a head rotate`
      : `the ${rotaryOffset > 0 ? "last" : "first"} ${formatInteger(rotaryDim)} of ${formatInteger(headDim)} channels rotate`;
  return `${pairs}; ${channels}.`;
}
