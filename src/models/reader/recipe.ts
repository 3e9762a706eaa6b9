/** The use of positions in a model, in words. */

import { counted } from "../../api/arguments/counted.ts";
import { printable } from "../../api/arguments/printable.ts";
import { countsOf } from "../../api/rotary/axes.ts";
import type { QueryScale } from "../../api/rotary/query-scale.ts";
import { checkType } from "../types/models.ts";
import type { Mixer } from "../types/row.ts";
import type { LayerWindow } from "../types/score-rules.ts";
import type { AddedPositions, BiasPositions } from "./instead.ts";
import {
  type LayerIndexer,
  type LayerPositions,
  type ModelPositions,
  modelPositions,
  type PartPositions,
} from "./model-positions.ts";

/**
 * Says in words how a model uses positions: a sentence for each kind of layer.
 *
 * @param type A type of `atlas`, for its defaults; or what `modelPositions` gave for a config.
 * @returns The sentences, those of other parts with the name of the part in front. They are for people and may change.
 * @throws TypeError if `type` is neither; RangeError if the atlas does not have it.
 * @example
 * recipe("gptj")[0]; // "The 28 layers rotate the first 64 of 256 channels of a head, in interleaved pairs, with base 10000."
 */
export function recipe(type: string | ModelPositions): string[] {
  const isModel = typeof type === "object" && Array.isArray(type?.layers) && typeof type.parts === "object";
  const model = isModel ? type : modelPositions({ model_type: checkType(type) });
  return [
    ...sentencesOf(model),
    ...Object.entries(model.parts).flatMap(([name, part]) =>
      sentencesOf(part).map((text) => `${shown(name)}: ${text}`),
    ),
  ];
}

/** Names come from the file: longer ones would hide the sentence. */
const MOST_SHOWN = 60;

const shown = (name: string): string =>
  printable(name.length > MOST_SHOWN ? `${name.slice(0, MOST_SHOWN)}…` : name);

function sentencesOf({ layers, added }: PartPositions): string[] {
  const sentences = added === null || added === "unknown" ? [] : [`${addedOf(added)}.`];
  if (layers.length === 0) return [...sentences, "The number of layers is not known."];
  const groups = new Map<LayerPositions, number>();
  for (const layer of layers) groups.set(layer, (groups.get(layer) ?? 0) + 1);
  const kinds = new Set([...groups.keys()].map(({ kind }) => kind));
  for (const [layer, count] of groups) {
    const named = kinds.size > 1 || groups.size > 1 ? `, of kind ${shown(layer.kind)},` : "";
    const all = `${layers.length === 1 ? "layer" : `${layers.length} layers`}`;
    const who = count === layers.length ? `The ${all}` : `${count} of ${all}${named}`;
    const acts = actsOf(layer);
    sentences.push(`${who} ${count === 1 ? acts.map(ofOne).join("; it ") : acts.join("; they ")}.`);
  }
  return sentences;
}

const verbsOfOne: Readonly<Record<string, string>> = {
  are: "is",
  do: "does",
  have: "has",
  multiply: "multiplies",
};

/** What one layer does, of the words for several. */
const ofOne = (acts: string): string => acts.replace(/^\w+/, (verb) => verbsOfOne[verb] ?? `${verb}s`);

/** Kinds of encodings that are added to embeddings. */
const additions: Record<string, string> = {
  learned: "Learned positions",
  sinusoidal: "Sinusoidal positions",
  convolution: "A convolution over neighbours",
};

function addedOf({ kind, spec, everyLayer }: AddedPositions): string {
  const length = spec !== null && "maxLength" in spec ? ` for ${counted(spec.maxLength, "token")}` : "";
  return `${additions[kind] ?? kind}${length} ${kind.startsWith("conv") ? "is" : "are"} added to ${everyLayer ? "queries and keys in every layer" : "embeddings before the first layer"}`;
}

/** What layers without attention do, as the words after "they". */
const mixersWords: Readonly<Record<Mixer, string>> = {
  "state space": "have no attention, but a state space",
  recurrence: "have no attention, but a recurrence",
  "linear attention": "have linear attention without positions",
  convolution: "have no attention, but a convolution",
  "Fourier transform": "have no attention, but a Fourier transform over tokens",
  none: "do not mix tokens",
  other: "have no attention",
};

/** What the layers do, each time as the words after "they". */
function windowIn(window: LayerWindow): string {
  if ("square" in window) {
    const moved = window.shift === 0 ? "" : `; squares are moved by ${window.shift}`;
    return `see the patches of their own square of ${window.square} × ${window.square}${moved}`;
  }
  if ("chunk" in window) {
    const before = window.chunksBefore ?? 0;
    const more = before === 0 ? "" : ` and of ${counted(before, "chunk")} before it`;
    const moved = window.shift === undefined ? "" : `; chunks are moved by ${window.shift}`;
    return `see the keys of their own chunk of ${counted(window.chunk, "token")}${more}${moved}`;
  }
  const after = window.after > 0 ? `, and ${window.after} after it` : "";
  const prompt = window.prompt ? ", and the whole prompt" : "";
  return `see keys up to ${counted(window.before, "token")} before the query${after}${prompt}`;
}

function actsOf(layer: LayerPositions): string[] {
  const { attention, mixer, rotary, indexer, bias, window, queryScale, softcap, sinks } = layer;
  if (mixer !== null) return [mixersWords[mixer]];
  if (attention.self === null)
    return ["are of a model type that is not known: only its plain fields are read"];
  const acts = rotary === null && bias !== null ? [] : [rotationOf(layer)];
  if (indexer !== null && indexer !== "unknown") acts.push(indexerOf(indexer));
  if (bias !== null && bias !== "unknown") acts.push(biasOf(bias));
  if (window !== null && window !== "unknown") acts.push(windowIn(window));
  if (queryScale === "learned") acts.push("multiply queries by a learned function of the position");
  else if (queryScale !== null && queryScale !== "unknown") {
    acts.push(`multiply queries by ${factorOf(queryScale)}`);
  }
  acts.push(...scaleOf(layer));
  if (softcap !== null && softcap !== "unknown")
    acts.push(`cap scores to ${softcap} · tanh(score / ${softcap})`);
  if (sinks) acts.push("have a learned logit for each head in the softmax");
  return acts.length === 0 ? ["attend to positions in a way that is not known"] : acts;
}

function factorOf(scale: QueryScale): string {
  const ratio = `${scale.shift === 0 ? "position" : `(position + ${scale.shift})`} / ${scale.length}`;
  if (!("type" in scale)) return `1 + ${scale.beta} · ln(1 + ⌊${ratio}⌋)`;
  return scale.type === "power"
    ? `(1 + ${ratio})^${scale.exponent}`
    : `1 + ${scale.beta} · ln(max(1, ${ratio}))`;
}

function indexerOf(indexer: LayerIndexer | "shared"): string {
  if (indexer === "shared") return "see the keys that the last indexer before them chose";
  const { heads, headDim, rotary, topK, blockSize } = indexer;
  const choice =
    blockSize === 1
      ? counted(`${topK}`, "key")
      : `${counted(`${topK}`, "block")} of ${counted(`${blockSize}`, "token")}`;
  const turning = rotationOf({ rotary, headDim }).replace(" of a head", "");
  return `choose ${choice} for each query by an indexer, whose ${heads === 1 ? `head ${ofOne(turning)}` : `${heads} heads ${turning}`}`;
}

/** The scale of scores, if it is not 1/√headDim. */
function scaleOf({ softmaxScale, headDim, rotary, bias }: LayerPositions): string[] {
  const isPlain = headDim !== null && softmaxScale === 1 / Math.sqrt(headDim);
  if (softmaxScale === null || isPlain || (rotary === null && bias === null)) return [];
  if (softmaxScale === "learned") return ["multiply scores by learned numbers"];
  return softmaxScale === 1
    ? ["do not scale scores"]
    : [`multiply scores by ${Number(softmaxScale.toPrecision(6))}`];
}

function rotationOf({ rotary, headDim }: Pick<LayerPositions, "rotary" | "headDim">): string {
  if (rotary === null) return "do not rotate queries and keys";
  if (rotary === "unknown") return "rotate queries and keys in a way that no spec has";
  const { rotaryDim, rotaryOffset, base, scaling, pairing, direction } = rotary;
  const width = headDim ?? rotary.headDim;
  const share =
    rotaryDim === width
      ? width === 1
        ? "the only channel"
        : `all ${width} channels`
      : `the ${rotaryOffset > 0 ? "last" : "first"} ${rotaryDim} of ${counted(width, "channel")}`;
  const pairs = { halves: "in pairs of halves", interleaved: "in interleaved pairs" };
  return [
    `rotate ${share} of a head`,
    ...(pairing === null ? [] : [pairs[pairing]]),
    ...axesOf(rotary),
    `with base ${rotary.baseOfAxis?.map((each) => Number(each.toPrecision(6))).join(", ") ?? base}${scalingOf(scaling)}`,
    ...(direction === "backward" ? ["by negative angles"] : []),
  ].join(", ");
}

function axesOf(rotary: Rotary): string[] {
  const { sections, axisOfPair } = rotary;
  if (axisOfPair === undefined && (sections ?? []).length === 0) return [];
  const counts = countsOf(rotary);
  const how = [
    ...(rotary.interleavedSections || axisOfPair ? ["in turns"] : []),
    ...(rotary.restartSections ? ["each with frequencies of its own"] : []),
    ...(rotary.frequencyOfPair ? ["which take turns at the frequencies"] : []),
  ];
  return [
    `${listed(counts)} ${counts.join() === "1" ? "pair" : "pairs"} for ${counted(counts.length, "axis", "axes")}`,
    ...how,
  ];
}

type Rotary = Exclude<LayerPositions["rotary"], "unknown" | null>;

/** A rule without fields of its own changes nothing. */
export function scalingOf(scaling: Rotary["scaling"]): string {
  if (Object.keys(scaling).length < 2) return "";
  return ` and the scaling ${"factor" in scaling ? `${scaling.type} by ${scaling.factor}` : scaling.type}`;
}

function biasOf({ kind, spec, scaled }: BiasPositions): string {
  const buckets = spec !== null && "buckets" in spec ? ` with ${counted(spec.buckets, "bucket")}` : "";
  return `add the bias ${kind}${buckets} to scores${scaled ? ", before these are scaled" : ""}`;
}

const listed = (numbers: readonly number[]) =>
  numbers.length < 2 ? `${numbers}` : `${numbers.slice(0, -1).join(", ")} and ${numbers.at(-1)}`;
