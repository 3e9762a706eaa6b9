/** What a move of cached keys does to one layer. */
import { counted } from "../../api/arguments/counted.ts";
import { type QueryScale, queryFactor } from "../../api/rotary/query-scale.ts";
import type { LayerWindow } from "../types/score-rules.ts";
import type { LayerPositions } from "./layer-positions.ts";
import { scalingOf } from "./recipe.ts";
import type { ConfigLayer } from "./spec.ts";

/** What the keys of a layer need, and a sentence that says it. */
export interface LayerMove extends KeyMove {
  /** What to do with the keys and how far off they are then, or why they cannot move. */
  readonly says: string;
}

/** What the keys of a layer need. */
export interface KeyMove {
  /** The name of the layer's kind in the file; `all` in a model with one kind. */
  readonly kind: string;
  /**
   * `exact`: keys stay as they are. `rerotate`: apply `rotation`. `impossible`: the keys at the new positions are others, and
   * must be computed. `unknown`: posenc lacks a fact. Values never change where keys can move.
   */
  readonly move: "exact" | "rerotate" | "impossible" | "unknown";
  /** Why the keys cannot move, or what is not known; null if they can move. */
  readonly reason: string | null;
  /** The rotation to apply; null if there is none. */
  readonly rotation: KeyRotation | null;
  /** The rotation to apply to the keys of the layer's indexer; null if there is none. */
  readonly indexerRotation: KeyRotation | null;
  /** The largest difference of a pair from the recomputed one, relative to the pair's length; null if keys cannot move. */
  readonly bound: number | null;
}

/** For `rerotate`: `pe.rerotate(keys, { heads, from, fromPositions: p, to, toPositions: p + by })`. */
export interface KeyRotation {
  /** The rotation of the keys now. */
  readonly from: ConfigLayer;
  /** Their rotation after the move. It differs from `from` where the length of the text chooses the frequencies. */
  readonly to: ConfigLayer;
  /** The number to add to each position, on every axis. */
  readonly by: number;
}

/** Why keys cannot move, or why that is not known. */
interface Tie {
  move: "impossible" | "unknown";
  reason: string;
}

/** A text's first position before and after, and the number of positions that it takes. */
export interface Shift {
  from: number;
  to: number;
  length: number | undefined;
}

/** @returns what the layer's own keys need, and what changes the input of the layers after it. */
export function moveOf(
  layer: LayerPositions,
  shift: Shift,
  bound: number,
): { own: KeyMove; after: Tie | undefined } {
  const { kind, mixer, rotary } = layer;
  const none = { rotation: null, indexerRotation: null };
  const stays: KeyMove = { kind, move: "exact", reason: null, ...none, bound: 0 };
  if (mixer !== null) return { own: stays, after: undefined };
  const turned = rotary === null || rotary === "unknown" ? rotary : rotationOf(rotary, shift);
  const tie = tieOf(layer, shift);
  const chosen = choiceOf(layer, shift);
  if (turned === null && chosen === null) return { own: stays, after: tie };
  if (turned === null || turned === "unknown" || "reason" in turned) {
    const own = turned === null ? noChoice : turned === "unknown" ? noSpec : turned;
    return { own: { kind, ...own, ...none, bound: null }, after: stronger(own, tie) };
  }
  if (chosen !== null && "reason" in chosen)
    return { own: { kind, ...chosen, ...none, bound: null }, after: stronger(chosen, tie) };
  const isSame = turned.from === turned.to;
  if (isSame && turned.by === 0) return { own: stays, after: tie };
  const rotations = { rotation: turned, indexerRotation: chosen };
  const own: KeyMove = { kind, move: "rerotate", reason: null, ...rotations, bound };
  return { own, after: isSame ? tie : stronger(switches, tie) };
}

const turning = ({ rotaryDim, pairing, base, scaling }: ConfigLayer): string =>
  `${rotaryDim} channels in ${pairing === "halves" ? "pairs of halves" : "interleaved pairs"}, with base ${base}${scalingOf(scaling)}`;

/** A move in words. */
export function moveInWords({ move, reason, rotation, indexerRotation, bound }: KeyMove): string {
  if (move === "exact") return "keys stay as they are";
  if (rotation === null || bound === null) return reason ?? "";
  const { from, to, by } = rotation;
  const switched = from === to ? "" : `, to the frequencies of ${counted(to.currentLength, "token")}`;
  const indexer = indexerRotation?.from;
  const also = indexer === undefined ? "" : `; the indexer’s keys: ${turning(indexer)}`;
  const how = `${turning(from)}${switched}${also}`;
  const error = `a pair is off by at most ${Number(bound.toPrecision(3))} of its length`;
  return `rotate again by ${by < 0 ? "−" : "+"}${counted(Math.abs(by), "position")} (${how}); ${error}`;
}

const noChoice: Tie = {
  move: "unknown",
  reason: "an indexer chooses the keys, and its own keys are not understood",
};
const noSpec: Tie = { move: "unknown", reason: "its rotation is not understood" };
const switches: Tie = {
  move: "impossible",
  reason: "the length of the text chooses other frequencies, so scores change",
};

const stronger = (first: Tie, second: Tie | undefined): Tie =>
  second?.move === "impossible" ? second : first;

/** The positions of the last token before and after, plus one. */
const endsOf = ({ from, to, length }: Shift & { length: number }) => [from + length, to + length] as const;

/** The rotation of keys, or why there is none. The base of dynamic NTK grows with every token, and each key keeps its own. */
function rotationOf(spec: ConfigLayer, shift: Shift): KeyRotation | Tie {
  const { scaling } = spec;
  const by = shift.to - shift.from;
  if (scaling.type !== "dynamic" && scaling.type !== "longrope") return { from: spec, to: spec, by };
  const { originalLength } = scaling;
  const { length } = shift;
  if (length === undefined)
    return { move: "unknown", reason: `frequencies of ${scaling.type} depend on the text: pass its length` };
  const ends = endsOf({ ...shift, length });
  const isLong = ends.map((end) => end > originalLength);
  if (scaling.type === "dynamic" && isLong.includes(true)) {
    const reason = `the base of dynamic NTK depends on the number of tokens beyond ${originalLength}`;
    return { move: "impossible", reason };
  }
  const [before, after] = ends.map((currentLength) => ({ ...spec, currentLength })) as [
    ConfigLayer,
    ConfigLayer,
  ];
  return { from: before, to: isLong[0] === isLong[1] ? before : after, by };
}

/** The rotation of the indexer's keys, or why it is not known which keys queries see after the move. */
function choiceOf({ indexer }: LayerPositions, shift: Shift): KeyRotation | Tie | null {
  if (indexer === null || indexer === "shared") return null;
  if (indexer === "unknown" || indexer.rotary === "unknown" || indexer.blockSize !== 1) return noChoice;
  return indexer.rotary === null ? null : rotationOf(indexer.rotary, shift);
}

/** Why the scores of a layer depend on more than distances; undefined if they do not. */
function tieOf({ kind, bias, queryScale, window }: LayerPositions, shift: Shift): Tie | undefined {
  if (shift.to === shift.from) return undefined;
  if (bias === "unknown" || queryScale === "unknown" || window === "unknown")
    return { move: "unknown", reason: "its bias, its window or its factor of queries is not known" };
  if (bias !== null && !byDistance.includes(bias.kind))
    return { move: "unknown", reason: `the bias ${bias.kind} is not known to depend on distances alone` };
  if (/compress/.test(kind))
    return { move: "unknown", reason: "blocks of tokens share a key, and their borders are not known" };
  if (queryScale === "learned")
    return {
      move: "impossible",
      reason: "queries have a learned factor of the position, which the move changes",
    };
  const scaled = queryScale === null ? undefined : tieOfQueries(queryScale, shift);
  return scaled ?? (window !== null && "chunk" in window ? tieOfChunks(window, shift) : undefined);
}

/** Biases that are functions of the distance. */
const byDistance: readonly string[] = ["alibi", "t5", "relative", "disentangled"];

/** Queries keep their factor only if it is the same at all positions of the text, before and after. */
function tieOfQueries(scale: QueryScale, { from, to, length }: Shift): Tie | undefined {
  const grows = growthOf(scale);
  const isOne = (first: number, last: number) => queryFactor(scale, first) === queryFactor(scale, last);
  const [least, most] = [Math.min(from, to), Math.max(from, to)];
  if (length === undefined && isOne(least, most))
    return unlessShort(`queries have a factor that grows ${grows}`);
  if (length !== undefined && isOne(least, most + length - 1)) return undefined;
  const reason = `queries have a factor that grows ${grows}, and the move changes it`;
  return { move: "impossible", reason };
}

function growthOf(scale: QueryScale): string {
  if (!("type" in scale)) return `every ${counted(scale.length, "position")}`;
  return scale.type === "power" ? "at each position" : `beyond position ${scale.length - scale.shift}`;
}

type Chunks = Extract<LayerWindow, { chunk: number }>;

/** Chunks have borders: tokens see the same keys if these borders move along, or if the text has none. */
function tieOfChunks({ chunk, shift = 0 }: Chunks, { from, to, length }: Shift): Tie | undefined {
  if ((to - from) % chunk === 0) return undefined;
  if (length === undefined) return unlessShort(`attention stays in chunks of ${counted(chunk, "position")}`);
  const chunkOf = (position: number) => Math.floor((position - shift) / chunk);
  const isInOne = (first: number) => chunkOf(first) === chunkOf(first + length - 1);
  if (isInOne(from) && isInOne(to)) return undefined;
  const reason = `attention stays in chunks of ${counted(chunk, "position")}; move by a multiple of it`;
  return { move: "impossible", reason };
}

const unlessShort = (fact: string): Tie => ({ move: "unknown", reason: `${fact}: pass the text's length` });
