import type { LayerPositions, PartPositions } from "posenc/spec";
import { formatInteger } from "../../plot/numbers.ts";

/** The layers of a model in groups that do the same with positions, each with a mark and a colour. */

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
  /** A digit for a rule of rotation, or a sign. */
  readonly mark: string;
  /** The name of the colour. */
  readonly colour: string;
  /** Layers with a window are drawn low. */
  readonly isLow: boolean;
  readonly words: string;
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

export function lookOf(layer: LayerPositions, rules: readonly Rule[]): Look {
  const { mark, colour, words } = rotationOf(layer, rules);
  const seen = mark === "×" ? "" : `, ${reachOf(layer.window)}`;
  return {
    mark,
    colour,
    isLow: typeof layer.window === "object" && layer.window !== null,
    words: `${words}${seen}`,
  };
}

function rotationOf(layer: LayerPositions, rules: readonly Rule[]): Omit<Look, "isLow"> {
  const { rotary, bias, mixer, attention } = layer;
  if (mixer !== null) return { mark: "×", colour: "none", words: `no attention (${mixer})` };
  if (attention.self === null) return { mark: "?", colour: "unknown", words: "not known" };
  if (rotary === "unknown") return { mark: "?", colour: "unknown", words: "a rotation that no spec has" };
  if (rotary !== null) {
    const key = JSON.stringify(rotary);
    const { number = 1 } = rules.find(({ spec }) => JSON.stringify(spec) === key) ?? {};
    const words = rules.length > 1 ? `rotation by rule ${number}` : "rotation";
    return { mark: String(number), colour: `rule-${Math.min(number, 3)}`, words };
  }
  if (bias !== null && bias !== "unknown") return { mark: "b", colour: "bias", words: `bias ${bias.kind}` };
  return { mark: "–", colour: "none", words: "no rotation" };
}

function reachOf(window: LayerPositions["window"]): string {
  if (window === null) return "all keys";
  if (window === "unknown") return "a window that is not known";
  if ("chunk" in window) return `keys of the own chunk of ${formatInteger(window.chunk)}`;
  const { before, after } = window;
  return after > 0
    ? `window of ${formatInteger(before)} keys before and ${formatInteger(after)} after`
    : `window of ${formatInteger(before + 1)} keys`;
}
