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
