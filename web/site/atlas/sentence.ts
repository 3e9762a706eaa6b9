import type { PartPositions } from "posenc/spec";
import { formatInteger } from "../../plot/numbers.ts";
import { type Look, lookOf, type Rule } from "./layer-looks.ts";

/** What a model does with positions, in two or three sentences. */

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
