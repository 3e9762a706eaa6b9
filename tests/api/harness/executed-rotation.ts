/** Compares the rotation of a layer with what the run measured. */
import { type ConfigLayer, type LayerPositions, load, type QueryScale } from "posenc/full";
import {
  type Call,
  type Facts,
  numbersIn,
  pairsOf,
  type Rotation,
  type Run,
  type Say,
} from "./executed-facts.ts";
import { growsAs, queryFactorAt } from "./query-factor.ts";

const pe = await load();

/** Six digits are measured; pairs that are stored as geometric runs differ from these by up to 2e-5, and tables of 2048 rows give GPT-J 6e-5. */
export const near = (got: number, want: number, error = 0) =>
  Math.abs(got - want) <= 1e-4 * Math.abs(want) + error;
/** The error of a frequency, from a float32 sine and a cosine (2 · 2^-24) at the last position: 40 000, 1000, or 7. */
const errorOf = ({ counts }: Rotation, currentLength: number) =>
  counts ? 1.7e-8 : currentLength ? 1e-8 : 3e-11;
/** Tokens of the run for rules that depend on the length. */
const tokens = 1001;
/** Where the class counts positions by itself. */
const countedTokens = 8;
const farTokens = 40_001;

export function compareRotation(layer: LayerPositions, call: Call, facts: Facts, say: Say) {
  const { rotation, rotationOfKeys, headDim } = call;
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
    if (rotationOfKeys && (rotationOfKeys.unpaired ?? 0) === 0)
      compareFrequencies(rotary, { rotation: rotationOfKeys, image, currentLength, of: " of keys" }, say);
    if (facts.axes && facts.layers?.length === 1) compareAxes(rotary, facts.axes, say);
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
  // The run has positions up to 40 000, unless the class counts them by itself.
  if (scale && growth === undefined && rotation !== null && !rotation.counts && growsIn(scale))
    say("queryScale", scale, null);
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
  of?: string;
}

const growsIn = (scale: QueryScale) => queryFactorAt(scale, farTokens - 1) / queryFactorAt(scale, 0) > 1.0001;

/** The first channel of each pair that turns when an axis of the positions changes. */
function compareAxes(rotary: ConfigLayer, measured: NonNullable<Facts["axes"]>, say: Say) {
  const step = rotary.pairing === "halves" ? 1 : 2;
  measured.forEach((spans, axis) => {
    const want = numbersIn(spans);
    const positions = measured.map((_, one) => [one === axis ? 1000 : 0]);
    const { sin } = pe.rotaryTable({ ...rotary, pairing: rotary.pairing! }, { positions });
    const turning = [...sin.slice(0, rotary.rotaryDim / 2)].flatMap((sine, pair) =>
      sine === 0 ? [] : [pair],
    );
    const channels = turning.map((pair) => rotary.rotaryOffset + step * pair);
    if (channels.join() !== want.join()) say(`rotary axis ${axis}`, channels, want);
  });
}

function compareFrequencies(
  rotary: ConfigLayer,
  { rotation, image, currentLength, of = "" }: OfRotation,
  say: Say,
) {
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
    comparePairs(pairs, rotation.runs, {
      error: errorOf(rotation, currentLength),
      slowest,
      say,
      what: `rotary${of}`,
    });
    if (!near(factor, rotation.factor ?? 1)) say(`attentionFactor${of}`, factor, rotation.factor ?? 1);
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
  comparePairs(ofAxis(0), grid.rows, { error: 1e-5, say, what: `rotary rows${of}` });
  comparePairs(ofAxis(1), grid.columns, { error: 1e-5, say, what: `rotary columns${of}` });
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
