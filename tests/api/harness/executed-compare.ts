/** Compares what `modelPositions` answers with what executing the model's class measured. */
import { type LayerPositions, load, type ModelPositions, type PartPositions } from "posenc/full";
import { compareAdded } from "./executed-added.ts";
import { isTwice } from "./executed-expected.ts";
import { type Call, type Facts, layersOf, type MeasuredLayer, type Say } from "./executed-facts.ts";
import { compareMask } from "./executed-mask.ts";
import { compareRotation, near } from "./executed-rotation.ts";

const pe = await load();

/** `unknown`: the answer says that it does not know. */
export interface Difference {
  what: string;
  got: unknown;
  want: unknown;
  unknown: boolean;
}

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
  if (measured.self && (call.heads ?? 0) % (call.keyHeads || 1) !== 0)
    return compareOthers(layer, call, facts, say);
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
    compareSlopes(bias, call, say);
  }
  compareOthers(layer, call, facts, say);
}

/** Five digits of the first heads; a key before the query has a negative bias. */
function compareSlopes(bias: LayerPositions["bias"], { bias: measured }: Call, say: Say) {
  if (measured?.slopes === undefined || bias === "unknown" || bias?.kind !== "alibi" || bias.spec === null)
    return;
  const slopes = pe.alibiSlopes({ heads: measured.heads, biasMax: bias.spec.biasMax });
  measured.slopes.forEach((want, head) => {
    if (!near(slopes[head]!, want)) say(`slope of head ${head}`, slopes[head], want);
  });
}

function compareOthers(layer: LayerPositions, call: Call, facts: Facts, say: Say) {
  compareMask(layer, call, say);
  compareRotation(layer, call, facts, say);
}

function number(what: string, got: number | null, want: number | undefined, say: Say) {
  if (want === undefined || want === 0 || (got !== null && near(got, want))) return;
  say(what, got, want, got === null);
}
