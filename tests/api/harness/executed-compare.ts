/** Compares what `modelPositions` answers with what executing the model's class measured. */
import type { ConfigLayer, LayerPositions, ModelPositions, PartPositions } from "posenc/full";
import { load } from "posenc/full";
import { compareAdded } from "./executed-added.ts";
import { isTwice } from "./executed-expected.ts";
import {
  type Call,
  type Facts,
  layersOf,
  type MeasuredLayer,
  pairsOf,
  type Rotation,
  type Run,
  type Say,
} from "./executed-facts.ts";
import { compareMask } from "./executed-mask.ts";
import { growsAs } from "./query-factor.ts";

const pe = await load();

/** `unknown`: the answer says that it does not know. */
export interface Difference {
  what: string;
  got: unknown;
  want: unknown;
  unknown: boolean;
}

/** Six digits are measured; pairs that are stored as geometric runs differ from these by up to 2e-5, and tables of 2048 rows give GPT-J 6e-5. */
const near = (got: number, want: number, error = 0) => Math.abs(got - want) <= 1e-4 * Math.abs(want) + error;
/** The error of a frequency, from float32 sines (2^-24) at the last position: 40 000, 1000, or 7. */
const errorOf = ({ counts }: Rotation, currentLength: number) =>
  counts ? 1e-8 : currentLength ? 1e-8 : 3e-11;
/** Tokens of the run for rules that depend on the length. */
const tokens = 1001;
/** Where the class counts positions by itself. */
const countedTokens = 8;
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
    const answer = isMain ? model : (model.parts[name] ?? ofMain(model, name, part));
    if (answer === undefined) {
      if (layersOf(part).length > 0) say("part", "none", part.type, true);
    } else {
      const others = othersOf(model, answer === model ? undefined : name);
      comparePart(withOthers(answer, others, layersOf(part).length), part, say);
    }
  }
  return found;
}

/** The first part of a model or of a part without layers of its own answers for it. */
const ofMain = (model: ModelPositions, name: string, { type }: Facts) =>
  [model.parts[name.split(".")[0]!], model].find((part) => part?.modelType === type);

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
  if (facts.layers !== undefined) return facts; // such as MaskFormer, whose decoder is not a text
  const name = texts.find((name) => facts.parts?.[name] && !facts.parts[name]!.error);
  return name === undefined ? facts : mainOf(facts.parts![name]!);
}

function partsOf(facts: Facts, name: string): [string, Facts][] {
  const inner = Object.entries(facts.parts ?? {}).flatMap(([field, part]) =>
    partsOf(part, name ? `${name}.${field}` : field),
  );
  return facts.layers ? [[name, facts], ...inner] : inner;
}

/** A class that runs several parts is measured once. Layers of other parts may come before its own layers. */
function withOthers(part: PartPositions, others: readonly PartPositions[], want: number): PartPositions {
  const before = others.flatMap(({ layers }) => layers);
  const isWhole = part.layers.length !== want && before.length + part.layers.length === want;
  return isWhole ? { ...part, layers: [...before, ...part.layers] } : part;
}

/** The parts of an answer: the encoder of a model with stacks, or the parts under a name. */
function othersOf(model: ModelPositions, name: string | undefined): PartPositions[] {
  const inner = Object.entries(model.parts).filter(
    ([path]) => name === undefined || path.startsWith(`${name}.`),
  );
  return inner.map(([, part]) => part);
}

function comparePart(part: PartPositions, facts: Facts, say: Say) {
  const want = layersOf(facts);
  // The parts of a network without attention are counted in many ways.
  const attends = want.some(({ self, cross, hidden }) => self ?? cross ?? hidden);
  if (!attends && part.layers.length > 0 && part.layers.every(({ mixer }) => mixer !== null)) return;
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

const kindsThatShow: ReadonlySet<string> = new Set(["alibi", "t5", "window-table", "decomposed"]);

function compareLayer(layer: LayerPositions, measured: MeasuredLayer, facts: Facts, say: Say) {
  if (measured.hidden) return;
  const call = measured.self ?? measured.cross;
  const attends = layer.attention;
  const want = { self: measured.self !== undefined, cross: measured.cross !== undefined };
  for (const to of ["self", "cross"] as const)
    if (attends[to] !== want[to]) say(`attention ${to}`, attends[to], want[to], attends[to] === null);
  if (call === undefined || (measured.self && attends.self === false)) return;
  // A class that multiplies by itself may put windows beside heads.
  const windows =
    call.keyHeads === undefined && layer.heads !== null ? (call.heads ?? 1) % layer.heads === 0 : false;
  if (!windows) number("heads", layer.heads, call.heads, say);
  number("keyHeads", layer.keyHeads, call.keyHeads, say);
  number("headDim", layer.headDim, call.headDim, say);
  // Of a class that multiplies by itself, values are not measured.
  if (call.keyHeads !== undefined) number("valueDim", layer.valueDim, call.valueDim ?? call.headDim, say);
  // No class multiplies 12 heads of queries with 8 of keys; the run guesses their scores.
  if (measured.self && (call.heads ?? 0) % (call.keyHeads || 1) !== 0) return;
  if (layer.softmaxScale !== "learned" && !isTwice(layer, call))
    number("softmaxScale", layer.softmaxScale, call.scale, say);
  if (!call.notlinear) {
    const { softcap, sinks, bias } = layer;
    // All scores of the run are beyond a cap of 1, so that it shows nothing.
    const isBeyond = softcap !== null && softcap !== "unknown" && softcap <= 1;
    if (isBeyond) return compareOthers(layer, call, facts, say);
    if (softcap === "unknown") say("softcap", softcap, call.softcap ?? null, true);
    else if ((softcap ?? undefined) !== call.softcap && !near(softcap ?? 0, call.softcap ?? 0))
      say("softcap", softcap, call.softcap ?? null);
    if (sinks !== (call.sinks ?? false)) say("sinks", sinks, call.sinks ?? false, sinks === null);
    // Biases of other kinds are made by projections, which give the same for all distances in the run.
    if (bias === "unknown" || (call.bias ? bias === null : kindsThatShow.has(bias?.kind ?? "")))
      say("bias", bias === "unknown" ? bias : (bias?.kind ?? null), call.bias ?? null, bias === "unknown");
  }
  compareOthers(layer, call, facts, say);
}

function compareOthers(layer: LayerPositions, call: Call, facts: Facts, say: Say) {
  compareMask(layer, call, say);
  compareRotation(layer, call, facts, say);
}

function number(what: string, got: number | null, want: number | undefined, say: Say) {
  if (want === undefined || want === 0 || (got !== null && near(got, want))) return;
  say(what, got, want, got === null);
}

function compareRotation(layer: LayerPositions, { rotation, headDim }: Call, facts: Facts, say: Say) {
  const { rotary } = layer;
  // Rounding to 8 bits changes channels in all ways.
  const isNoise = (rotation?.unpaired ?? 0) > headDim / 2;
  const turns =
    rotation !== null &&
    !isNoise &&
    (rotation.runs !== undefined || rotation.grid !== undefined || rotation.irregular !== undefined);
  if (rotary === "unknown") return say("rotary", rotary, rotation, true);
  if (rotary === null) {
    if (turns) say("rotary", rotary, rotation);
  } else if (!turns) say("rotary", "rotation", null);
  else if (rotary.pairing === null) say("pairing", null, rotation, true);
  else if (rotation.irregular === undefined) {
    const image = imageOf(facts.type ?? "");
    const length = rotation.counts ? countedTokens : tokens;
    const currentLength = facts.long !== undefined ? length : 0;
    compareFrequencies(rotary, { rotation, image, currentLength }, say);
    const [long, ...others] = facts.long ?? [];
    if (long !== undefined && others.length === 0)
      compareFrequencies(rotary, { rotation: long, image, currentLength: farTokens }, say);
  }
  const growth = rotation?.growth;
  // Positions that are added to the input change the length of queries, too.
  const isSteady = growth?.every(([, factor], i) => factor >= (growth[i - 1]?.[1] ?? 0)) ?? false;
  const grown = isSteady ? growth?.at(-1) : undefined;
  const scale = layer.queryScale;
  if (scale === "unknown") return say("queryScale", scale, growth ?? null, true);
  if (scale === "learned") return; // probed weights are zeros
  if (grown && !scale) say("queryScale", null, growth);
  if (scale && grown && !growsAs(scale, growth!)) say("queryScale", scale, growth);
}

/** DINOv3's coordinates go from −1 to 1, times 2π. EVA-02 stretches images to 16 × 16, the grid that it was first trained on. */
const imageOf = (type: string): number | undefined =>
  /dinov3|chmv2/.test(type) ? 4 * Math.PI : type.startsWith("eva02") ? 16 : undefined;

interface OfRotation {
  rotation: Rotation;
  /** The length of an image's side, whatever its patches; undefined if a patch is 1. */
  image: number | undefined;
  currentLength: number;
}

function compareFrequencies(rotary: ConfigLayer, { rotation, image, currentLength }: OfRotation, say: Say) {
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
    // Eight positions do not tell slower pairs from each other.
    const slowest = rotation.counts ? 1e-6 : 0;
    comparePairs(pairs, rotation.runs, { error: errorOf(rotation, currentLength), slowest, say });
    if (!near(factor, rotation.factor ?? 1)) say("attentionFactor", factor, rotation.factor ?? 1);
  }
  const { grid } = rotation;
  if (grid === undefined) return;
  const perPatch = image === undefined ? 1 : grid.rows[0]![4];
  const side = (image ?? 1) / perPatch;
  if (!near(side, Math.round(side))) say("rotary unit", Math.round(side), side);
  // Rows and columns are the last axes, after time if there is one.
  const before = Math.max(1, ...(axes ?? [])) - 1;
  const ofAxis = (axis: number) =>
    pairs
      .filter((_, i) => (axes?.[i] ?? 0) === before + axis)
      .map(([a, b, frequency]): [number, number, number] => [a, b, frequency * perPatch]);
  comparePairs(ofAxis(0), grid.rows, { error: 1e-5, say, what: "rotary rows" });
  comparePairs(ofAxis(1), grid.columns, { error: 1e-5, say, what: "rotary columns" });
}

function comparePairs(
  got: readonly [number, number, number][],
  runs: readonly Run[],
  { error, slowest = 0, say, what = "rotary" }: { error: number; slowest?: number; say: Say; what?: string },
) {
  const isTold = ([, , frequency]: readonly [number, number, number]) => Math.abs(frequency) >= slowest;
  const told = pairsOf(runs).filter(isTold);
  const want = new Map(told.map(([a, b, frequency]) => [`${a} ${b}`, frequency]));
  for (const [a, b, frequency] of got.filter(isTold)) {
    const measured = want.get(`${a} ${b}`);
    want.delete(`${a} ${b}`);
    // A pair slower than the error of the measurement seems to stand still.
    if (measured === undefined ? Math.abs(frequency) > 3 * error : !near(frequency, measured, error))
      return say(what, [a, b, frequency], measured ?? runs);
  }
  if (want.size > 0) say(what, "no pair", [...want.keys()][0]);
}
