/** Compares what `modelPositions` answers with what executing the model's class measured. */
import type { ConfigLayer, LayerPositions, ModelPositions, PartPositions } from "posenc/full";
import { load } from "posenc/full";
import {
  type Call,
  type Facts,
  layersOf,
  type MeasuredLayer,
  pairsOf,
  type Rotation,
  type Run,
} from "./executed-facts.ts";

const pe = await load();

/** `unknown`: the answer says that it does not know. */
export interface Difference {
  what: string;
  got: unknown;
  want: unknown;
  unknown: boolean;
}

type Say = (what: string, got: unknown, want: unknown, unknown?: boolean) => void;

/** Six digits are measured; classes compute ramps of rules in float32, which costs two of them. */
const near = (got: number, want: number, error = 0) => Math.abs(got - want) <= 3e-4 * Math.abs(want) + error;
/** Tokens of the run for rules that depend on the length. */
const tokens = 1001;
const farTokens = 40_001;

export function differences(model: ModelPositions, facts: Facts): Difference[] {
  const found: Difference[] = [];
  const main = mainOf(facts);
  for (const [name, part] of partsOf(facts, "")) {
    if (part.error !== undefined) continue;
    const isMain = part === main;
    const say: Say = (what, got, want, unknown = false) =>
      found.push({ what: isMain ? what : `${name}: ${what}`, got, want, unknown });
    if (name === "" && !isMain) continue;
    const answer = isMain ? model : (model.parts[name] ?? model.parts[name.split(".").at(-1)!]);
    if (answer === undefined) {
      if (layersOf(part).length > 0) say("part", "none", part.type, true);
    } else comparePart(answer, part, say);
  }
  return found;
}

const texts = [
  "text_config",
  "thinker_config",
  "llm_config",
  "decoder_config",
  "language_config",
  "vlm_config",
];

/** The part that answers for the whole: the text's, as deep as there is one. */
function mainOf(facts: Facts): Facts {
  const name = texts.find((name) => facts.parts?.[name] && !facts.parts[name]!.error);
  return name === undefined ? facts : mainOf(facts.parts![name]!);
}

function partsOf(facts: Facts, name: string): [string, Facts][] {
  const inner = Object.entries(facts.parts ?? {}).flatMap(([field, part]) =>
    partsOf(part, name ? `${name}.${field}` : field),
  );
  return facts.layers ? [[name, facts], ...inner] : inner;
}

function comparePart(part: PartPositions, facts: Facts, say: Say) {
  const want = layersOf(facts);
  if (part.layers.length !== want.length) {
    say("layers", part.layers.length, want.length, part.layers.length === 0);
    if (part.layers.length === 0 || want.length === 0) return;
  }
  compareAdded(part, facts, say);
  const done = new Set<string>();
  part.layers.slice(0, want.length).forEach((layer, i) => {
    const found: Difference[] = [];
    compareLayer(layer, want[i]!, facts, (what, got, want, unknown = false) =>
      found.push({ what, got, want, unknown }),
    );
    for (const { what, got, want, unknown } of found) {
      const key = `${what} ${JSON.stringify([got, want])}`;
      if (!done.has(key)) say(`layer ${i}: ${what}`, got, want, unknown);
      done.add(key);
    }
  });
}

function compareLayer(layer: LayerPositions, measured: MeasuredLayer, facts: Facts, say: Say) {
  if (measured.hidden) return;
  const call = measured.self ?? measured.cross;
  if (attends(layer) !== (measured.self !== undefined))
    say("attention", attends(layer), measured.self !== undefined);
  if (call === undefined || !attends(layer)) return;
  // A class that multiplies by itself may put windows beside heads.
  const windows =
    call.keyHeads === undefined && layer.heads !== null ? (call.heads ?? 1) % layer.heads === 0 : false;
  if (!windows) number("heads", layer.heads, call.heads, say);
  number("keyHeads", layer.keyHeads, call.keyHeads, say);
  number("headDim", layer.headDim, call.headDim, say);
  number(
    "valueDim",
    (layer as { valueDim?: number | null }).valueDim ?? null,
    call.valueDim ?? call.headDim,
    say,
  );
  number("softmaxScale", layer.softmaxScale, call.scale, say);
  if (!call.notlinear) {
    if ((layer.softcap ?? undefined) !== call.softcap && !near(layer.softcap ?? 0, call.softcap ?? 0))
      say("softcap", layer.softcap, call.softcap ?? null);
    if (layer.sinks !== (call.sinks ?? false)) say("sinks", layer.sinks, call.sinks ?? false);
    // Tables that start as zeros show no bias.
    const shows = layer.bias?.kind === "alibi" || layer.bias?.kind === "t5";
    if (call.bias ? layer.bias === null : shows) say("bias", layer.bias?.kind ?? null, call.bias ?? null);
  }
  compareMask(layer, call, say);
  compareRotation(layer, call, facts, say);
}

/** The answer has no word for it but the kind; it says nothing of attention to another stack. */
const attends = ({ kind }: LayerPositions) =>
  !/linear|conv|mamba|recurrent|moe|mlp|ssm|rwkv|gdn|kda|lightning/.test(kind);

function number(what: string, got: number | null, want: number | undefined, say: Say) {
  if (want === undefined || want === 0 || (got !== null && near(got, want))) return;
  say(what, got, want, got === null);
}

function compareMask({ causal, window }: LayerPositions, { mask }: Call, say: Say) {
  if (mask.pattern === "some" || mask.pattern === "all" || mask.pattern === "nothing") return;
  if (mask.pattern === "holes") {
    if (window === null) say("window", window, mask);
    return;
  }
  const wantCausal = mask.after === 0;
  if (causal !== wantCausal) say("causal", causal, wantCausal, causal === null);
  if (mask.pattern === "chunks") {
    const [first = 0, second = 0] = mask.starts ?? [];
    const chunk = window !== null && "chunk" in window ? window.chunk : null;
    if (chunk === null || first % chunk !== 0 || (second !== 0 && second % chunk !== 0))
      say("window", window, mask);
    return;
  }
  const sides = window === null || "chunk" in window ? { before: null, after: null } : window;
  const beyond = mask.tokens === undefined ? Number.POSITIVE_INFINITY : mask.tokens - 1;
  const shown = (side: number | null) => (side === null || side >= beyond ? null : side);
  const isSame =
    shown(sides.before) === (mask.before ?? null) &&
    (wantCausal || shown(sides.after) === (mask.after ?? null));
  const isHidden = window !== null && "chunk" in window && window.chunk >= beyond;
  if (!isSame || (window !== null && "chunk" in window && !isHidden)) say("window", window, mask);
}

function compareRotation(layer: LayerPositions, { rotation }: Call, facts: Facts, say: Say) {
  const { rotary } = layer;
  const turns =
    rotation !== null &&
    (rotation.runs !== undefined || rotation.grid !== undefined || rotation.irregular !== undefined);
  if (rotary === "unknown" && turns) return say("rotary", rotary, "rotation", true);
  if (typeof rotary !== "object" || rotary === null) {
    if (turns || rotary === "unknown") say("rotary", rotary, rotation);
  } else if (!turns) say("rotary", "rotation", null);
  else if (rotary.pairing === null) say("pairing", null, rotation, true);
  else if (rotation.irregular === undefined) {
    compareFrequencies(rotary, rotation, facts.long !== undefined ? tokens : 0, say);
    for (const long of facts.long ?? []) {
      const specs = [rotary];
      if (facts.long!.length === 1) for (const spec of specs) compareFrequencies(spec, long, farTokens, say);
    }
  }
  const growth = rotation?.growth;
  // Positions that are added to the input change the length of queries, too.
  const isSteady = growth?.every(([, factor], i) => factor >= (growth[i - 1]?.[1] ?? 0)) ?? false;
  const grown = isSteady ? growth?.at(-1) : undefined;
  const scale = layer.queryScale;
  if (grown && !scale) say("queryScale", null, growth);
  if (scale && grown) {
    const got = 1 + scale.beta * Math.log(1 + Math.floor((grown[0] + scale.shift) / scale.length));
    if (!near(got, grown[1])) say("queryScale", scale, growth);
  }
}

function compareFrequencies(rotary: ConfigLayer, rotation: Rotation, currentLength: number, say: Say) {
  const spec = { ...rotary, pairing: rotary.pairing!, currentLength };
  const all = pe.frequencies(spec as never);
  const sign = rotary.direction === "backward" ? -1 : 1;
  const axes =
    rotary.axisOfPair ?? rotary.sections?.flatMap((count, axis) => new Array<number>(count).fill(axis));
  const pairs = [...all].map((frequency, pair): [number, number, number] => {
    const [a, b] = rotary.pairing === "halves" ? [pair, pair + all.length] : [2 * pair, 2 * pair + 1];
    return [rotary.rotaryOffset + a, rotary.rotaryOffset + b, sign * frequency];
  });
  const factor = pe.attentionFactor(spec as never);
  if (rotation.runs) {
    comparePairs(pairs, rotation.runs, { error: currentLength ? 1e-8 : 3e-11, say });
    if (!near(factor, rotation.factor ?? 1)) say("attentionFactor", factor, rotation.factor ?? 1);
  }
  const { grid } = rotation;
  if (grid === undefined) return;
  const ofAxis = (axis: number) => pairs.filter((_, i) => (axes?.[i] ?? 0) % 2 === axis);
  comparePairs(ofAxis(0), grid.rows, { error: 1e-5, say, what: "rotary rows" });
  comparePairs(ofAxis(1), grid.columns, { error: 1e-5, say, what: "rotary columns" });
}

function comparePairs(
  got: readonly [number, number, number][],
  runs: readonly Run[],
  { error, say, what = "rotary" }: { error: number; say: Say; what?: string },
) {
  const want = new Map(pairsOf(runs).map(([a, b, frequency]) => [`${a} ${b}`, frequency]));
  for (const [a, b, frequency] of got) {
    const measured = want.get(`${a} ${b}`);
    want.delete(`${a} ${b}`);
    // A pair slower than the error of the measurement seems to stand still.
    if (measured === undefined ? Math.abs(frequency) > 3 * error : !near(frequency, measured, error))
      return say(what, [a, b, frequency], measured ?? runs);
  }
  if (want.size > 0) say(what, "no pair", [...want.keys()][0]);
}

/** Names of weights of positions that are not added to embeddings. */
const notAdded = /rel|inv_freq|rotary|_ids|bias|index|attn\.embed|pos_conv|posterior|class_pos/;

function compareAdded(part: PartPositions, { tables = [], weights = [], layers = [] }: Facts, say: Say) {
  // A table of the head's width holds the sines of a rotation.
  const turns = new Set(layers.map(({ headDim }) => headDim));
  const [first] = tables.filter(
    ({ looked, name, width }) =>
      looked !== undefined && !/relative|distance|rel_/.test(name) && !turns.has(width),
  );
  const { added } = part;
  if (first === undefined) {
    const named = weights.filter(
      ([name, shape]) =>
        /pos/.test(name) && !notAdded.test(name) && shape.length > 1 && !turns.has(shape.at(-1)!),
    );
    const convolves = weights.some(([name]) => /pos_conv/.test(name));
    if (added?.kind === "learned" && named.length === 0) say("added", added.kind, null);
    if (added === null && (named.length > 0 || convolves)) say("added", null, convolves ? "pos_conv" : named);
    return;
  }
  if (added === null) return say("added", null, first);
  if (first.sinusoidal ? added.kind !== "sinusoidal" : added.kind !== "learned")
    return say("added", added.kind, first);
  const ids = (part as Partial<ModelPositions>).positionIds;
  if (ids !== undefined && first.looked?.[0] !== ids.first) say("first", ids.first, first.looked?.[0]);
}
