/** Whether a cache of keys and values may move to other positions, layer by layer. */
import { checkNumber, checkWord, readOptions, show } from "../../api/arguments/check.ts";
import { type KeyMove, type LayerMove, moveInWords, moveOf } from "./layer-move.ts";
import { type LayerPositions, type ModelReading, positionsOf, read } from "./model-positions.ts";

/** The number type that a cache is stored in. */
export type CachePrecision = keyof typeof roundoffs;

/** Half the distance between 1 and the next number; 0 for float32, whose rounding the bound of `rotate` includes. */
const roundoffs = { float32: 0, bfloat16: 2 ** -8, float16: 2 ** -11 };

/** Where a cached text is, and where it should be. */
export interface MovableOptions {
  /** The position of the text's first token now: 0 to 2^24. */
  from: number;
  /** Its position after the move: 0 to 2^24. All tokens, and all axes of a position, move by the same number. */
  to: number;
  /** Positions that the text takes, from 1 to 2^24. Left out, a layer whose answer depends on it is `unknown`. */
  length?: number | undefined;
  /** The type that keys are stored in. Default: `float32`. */
  precision?: CachePrecision | undefined;
}

/** The answer for a model: whether a moved cache equals the cache that the model computes at the new positions. */
export interface Movable {
  /** The number of this form. It grows when fields change their meaning. */
  version: 1;
  /** The type in the atlas; null if it is not there. */
  modelType: string | null;
  /** The answer for all layers together: the worst of `layers`, in the order of {@link LayerMove.move}. */
  move: LayerMove["move"];
  /** One entry for each layer, in order; layers with the same answer are the same object. Empty if their number is not known. */
  layers: readonly LayerMove[];
  /** Sentences for people: facts that the answer depends on and that are not known. */
  notes: string[];
}

const names = ["from", "to", "length", "precision"] as const;
const place = { from: 0, to: 2 ** 24, integer: true };

/**
 * Says whether the cached keys and values of a text may move to other positions: for a shifted context, a reused prefix, or
 * chunks in another order.
 *
 * A moved cache is right if it equals the cache that the model computes for the same text at the new positions. The text
 * includes all that its tokens attend to: if part of it was dropped before the move, no rotation gives the cache of the rest
 * alone. A layer whose scores depend on absolute positions changes the input of the layers after it, so those cannot be moved.
 *
 * The bound covers the move: two roundings of the angle (`rotate`, `rerotate`) and three to `precision`. For `float16` it
 * holds for pairs whose entries are at least 2^-14. An engine that rounds its angles is off from exact angles by more: see
 * `safeLength`.
 *
 * @param config A config.json as text or as an object.
 * @param options The positions of the first token before and after; the length of the text; the type of the cache.
 * @returns The answer for each layer, with the rotation to apply. A type or a field that is not known gives `unknown`.
 * @throws As `modelPositions`; TypeError if an option is missing, unknown or of another type; RangeError if it is out of range.
 * @example
 * movable({ model_type: "llama" }, { from: 512, to: 0 }).layers[0]?.rotation?.by; // -512
 */
export function movable(config: string | object, options: MovableOptions): Movable {
  const given = readOptions("options", options, names);
  const from = checkNumber("from", given.from, place);
  const to = checkNumber("to", given.to, place);
  const length =
    given.length === undefined ? undefined : checkNumber("length", given.length, { ...place, from: 1 });
  const precision = checkWord(
    "precision",
    given.precision,
    Object.keys(roundoffs) as CachePrecision[],
    "float32",
  );
  const reading = read(config, {});
  const model = positionsOf(reading);
  const { modelType, notes } = model;
  const strange = strangeIn(reading, model.positionIds);
  const layers = movesOf(model.layers, {
    shift: { from, to, length },
    bound: boundFor(roundoffs[precision]),
    start: strange === undefined ? addedTo(model.added) : { move: "unknown", reason: strange },
    areWeighed: reading.main.row?.weighed === true,
  });
  return { version: 1, modelType, move: worstOf(layers), layers, notes };
}

/** A fact about the whole model that is not known. */
function strangeIn(
  { main }: ModelReading,
  ids: { axes: number | null; rule: string | null },
): string | undefined {
  if (main.row === undefined)
    return `the model type ${show(main.file.get("model_type"))} is not in the atlas`;
  const [field] = main.unknown;
  if (field !== undefined) return `${field} is not understood`;
  return (ids.axes ?? 2) > 1 && ids.rule === null
    ? "the rule that gives tokens their positions is not known"
    : undefined;
}

interface Tie {
  move: "unknown" | "impossible";
  reason: string;
}

/** Encodings that are added to embeddings reach the keys of every layer. A convolution moves with its text. */
function addedTo(added: { kind: string } | "unknown" | null): Tie | undefined {
  if (added === "unknown") return { move: "unknown", reason: "what is added to embeddings is not known" };
  if (added === null || added.kind === "convolution") return undefined;
  const what = added.kind === "learned" ? "a row of a learned table" : "a sinusoid of the position";
  return { move: "impossible", reason: `${what} is added to each embedding, so keys contain their position` };
}

interface Moves {
  shift: { from: number; to: number; length: number | undefined };
  bound: number;
  /** What changes the input of the first layer. */
  start: Tie | undefined;
  /** Whether learned weights multiply keys after their rotation. */
  areWeighed: boolean;
}

const weighed: Tie = {
  move: "impossible",
  reason: "learned weights multiply keys after their rotation: divide by them, rotate, and multiply again",
};

function movesOf(layers: readonly LayerPositions[], moves: Moves): LayerMove[] {
  const { shift, bound, start, areWeighed } = moves;
  const made = new Map<string, LayerMove>();
  const order = [...new Set(layers)];
  let tie = start;
  return layers.map((layer, index) => {
    const { own, after } = moveOf(layer, shift, bound);
    const why = tie ?? (areWeighed && own.move === "rerotate" ? weighed : undefined);
    const answer: KeyMove =
      why === undefined
        ? own
        : { kind: layer.kind, ...why, rotation: null, indexerRotation: null, bound: null };
    const name = `${order.indexOf(layer)} ${tie?.reason}`;
    const known = made.get(name) ?? Object.freeze({ ...answer, says: moveInWords(answer) });
    made.set(name, known);
    if (after !== undefined && (tie === undefined || (tie.move === "unknown" && after.move === "impossible")))
      tie = { move: after.move, reason: `the input changes: in layer ${index}, ${after.reason}` };
    return known;
  });
}

const order = ["exact", "rerotate", "impossible", "unknown"] as const;

const worstOf = (layers: readonly LayerMove[]): LayerMove["move"] =>
  [...order].reverse().find((move) => layers.some((layer) => layer.move === move)) ?? "unknown";

/** Bounds of `rotate` and `rerotate`, relative to a pair's length. */
const [rotated, rerotated] = [1.75 * 2 ** -24, 1.0001 * 2 ** -24];

/** A moved key is rotated, stored, rotated again and stored; a recomputed key is rotated and stored. */
function boundFor(roundoff: number): number {
  const recomputed = (1 + rotated) * (1 + roundoff);
  return recomputed * (1 + rerotated) * (1 + roundoff) - 1 + (recomputed - 1);
}
