/** The likely pairing of channels, from the weights of a projection to queries or keys. */
import { checkArray } from "../../api/arguments/buffers.ts";
import { checkNumber, readOptions, wrongType } from "../../api/arguments/check.ts";
import { counted } from "../../api/arguments/counted.ts";
import { rangeError } from "../../api/arguments/errors.ts";
import type { GgufFile } from "./gguf.ts";
import type { SafetensorsFile } from "./safetensors.ts";

/** The projections to queries and keys in a file with weights. */
const projection = /(?:^|\.)(?:[qk]_proj|attn_[qk])\.weight$/;

/**
 * Names the projections to queries and keys of a file with weights: those that {@link pairingOfWeights} can look at.
 *
 * @param file What {@link readSafetensors} or {@link readGguf} gave.
 * @returns Names of tensors, in the order of the file. Projections that are stored in one tensor with others are not among them.
 * @throws TypeError for an argument of another type.
 * @example
 * const header = new TextEncoder().encode('{"layers.0.attn.q_proj.weight":{"dtype":"U8","shape":[4,2],"data_offsets":[0,8]}}');
 * projectionsOf(await readSafetensors(new Uint8Array([header.length, 0, 0, 0, 0, 0, 0, 0, ...header, ...new Uint8Array(8)])))[0]; // "layers.0.attn.q_proj.weight"
 */
export function projectionsOf(file: GgufFile | SafetensorsFile): string[] {
  if (file?.kind !== "safetensors" && file?.kind !== "gguf")
    throw wrongType("file", "what readSafetensors or readGguf gave", file);
  return [...file.tensors.keys()].filter((name) => projection.test(name));
}

/** The shape of a projection. */
export interface PairingOptions {
  /** Heads of the projection, 1 or more. */
  heads: number;
  /** Channels of a head, even, 8 or more. */
  headWidth: number;
  /** Channels of a head that rotate, from the first on, even, 8 or more. Default headWidth. */
  rotaryDim?: number | undefined;
}

/** How a pairing fares against the next best partners. */
export interface PairingEvidence {
  /** Pairs whose two norms are nearer to each other than to that of a neighbour in another pair. */
  readonly wins: number;
  /** Pairs that were compared. */
  readonly of: number;
  /**
   * Wins above half of the pairs, in standard deviations of fair coins: one for each pair of each head, or, if this is less,
   * one for each place in a head, because heads may have the same pattern.
   */
  readonly z: number;
}

/** The likely pairing of weights, and why. */
export interface WeightPairing {
  /** The pairing; null if the weights do not tell. */
  readonly pairing: "halves" | "interleaved" | null;
  /** The same as a sentence. It is for people and may change. */
  readonly verdict: string;
  /** The evidence for channels i and i + rotaryDim / 2 as a pair. */
  readonly halves: PairingEvidence;
  /** The evidence for channels 2i and 2i + 1 as a pair. */
  readonly interleaved: PairingEvidence;
}

/** A fair coin is this far above half in one of 300 000 trials; two pairings are tried. */
const certain = 4.5;
/** The other pairing must then look like a coin. */
const doubtful = 3;

/**
 * Tells from the weights of a query or key projection which channels of a head are rotated as a pair.
 *
 * The two rows of a pair are trained alike, so that their norms tend to be alike. For each pairing, the difference of the
 * logarithms of the two norms is compared with that to a neighbour that the other pairing, or a slow change along the head,
 * makes just as near; wins and losses are counted. Rows that were drawn at random, and rows of a model that does not rotate,
 * give neither pairing. With 32 heads of 128 channels it
 * tells weights whose norms differ within a pair as much as from pair to pair; with 8 heads of 128, or 32 of 64, if they
 * differ two thirds as much, and with 8 heads of 64 a third. Where they differ twice as much, and in heads of fewer than 42
 * channels, nothing can be told. This was measured on planted norms; how alike those of published models are was not.
 *
 * @param rows (heads · headWidth, columns) row-major, one row for each channel; or their norms, with 1 column.
 * @param options The shape.
 * @returns The pairing or null, a sentence, and the counts.
 * @throws TypeError for arguments of another type; RangeError for sizes that do not fit together, and numbers out of range.
 * @example
 * const norms = Float32Array.from({ length: 8 * 64 }, (_, row) => 1 + ((row % 32) * 7919 % 101) / 50);
 * pairingOfWeights(norms, { heads: 8, headWidth: 64 }).pairing; // "halves"
 */
export function pairingOfWeights(rows: Float32Array | Float64Array, options: PairingOptions): WeightPairing {
  const given = readOptions("options", options, ["heads", "headWidth", "rotaryDim"]);
  const values = checkArray("rows", rows, ["Float32Array", "Float64Array"]);
  const heads = checkNumber("heads", given.heads, { from: 1, to: 65_536, integer: true });
  const width = { from: 8, to: 65_536, even: true, integer: true };
  const headWidth = checkNumber("headWidth", given.headWidth, width);
  const rotaryDim = checkNumber("rotaryDim", given.rotaryDim, {
    ...width,
    to: headWidth,
    default: headWidth,
  });
  const channels = heads * headWidth;
  if (values.length === 0 || values.length % channels !== 0) {
    const text = `rows must have a multiple of heads · headWidth = ${counted(channels, "number")}; got ${values.length}`;
    throw rangeError(text, { code: "length", param: "rows", value: values.length });
  }
  const norms = logNorms(values, channels);
  const tallies = { halves: new Tally(rotaryDim / 2), interleaved: new Tally(rotaryDim / 2) };
  for (let head = 0; head < heads; head++)
    compare(norms.subarray(head * headWidth, head * headWidth + rotaryDim), tallies);
  const halves = tallies.halves.evidence();
  const interleaved = tallies.interleaved.evidence();
  return { ...judged(halves, interleaved), halves, interleaved };
}

function logNorms(values: Float32Array | Float64Array, channels: number): Float64Array {
  const columns = values.length / channels;
  return Float64Array.from({ length: channels }, (_, row) => {
    let sum = 0;
    for (let i = row * columns; i < (row + 1) * columns; i++) sum += values[i]! ** 2;
    return Math.log(sum) / 2; // −∞ for a row of zeros, and NaN: neither wins or loses
  });
}

/** Wins and losses of a pairing. */
class Tally {
  #wins = 0;
  #of = 0;
  /** Wins less losses of all heads, for each pair of a head. */
  readonly #net: Float64Array;

  constructor(pairs: number) {
    this.#net = new Float64Array(pairs);
  }

  /** Compares a norm with that of its partner, and with that of a channel in another pair. */
  judge(pair: number, norm: number, partner: number, other: number): void {
    const within = Math.abs(norm - partner);
    const across = Math.abs(norm - other);
    if (!(within < across || within > across)) return; // equal, or not numbers
    this.#of++;
    if (within < across) this.#wins++;
    this.#net[pair]! += within < across ? 1 : -1;
  }

  evidence(): PairingEvidence {
    const net = 2 * this.#wins - this.#of;
    const squares = this.#net.reduce((sum, value) => sum + value ** 2, 0);
    const z = net / Math.sqrt(Math.max(this.#of, squares, 1));
    return { wins: this.#wins, of: this.#of, z };
  }
}

function compare(
  norms: Float64Array,
  { halves, interleaved }: Record<"halves" | "interleaved", Tally>,
): void {
  const half = norms.length / 2;
  for (let i = 0; i < half; i++) {
    // Beside the partner, in the same pair of neighbours: nearer than the partner as often as not, if these are the pairs.
    const beside = (half + i) ^ 1;
    const other = beside < half || beside >= norms.length ? half + i + (i === 0 ? 1 : -1) : beside;
    halves.judge(i, norms[i]!, norms[half + i]!, norms[other]!);
    // The neighbour on the other side belongs to another pair of neighbours.
    const isLast = i === half - 1;
    const [at, partner, next] = isLast ? [2 * i, 2 * i + 1, 2 * i - 1] : [2 * i + 1, 2 * i, 2 * i + 2];
    interleaved.judge(i, norms[at]!, norms[partner]!, norms[next]!);
  }
}

function judged(
  halves: PairingEvidence,
  interleaved: PairingEvidence,
): Pick<WeightPairing, "pairing" | "verdict"> {
  const say = ({ wins, of, z }: PairingEvidence) =>
    `${wins} of ${of} pairs, ${z.toFixed(1)} standard deviations`;
  if (halves.z >= certain && interleaved.z < doubtful)
    return { pairing: "halves", verdict: `Halves: norms agree in ${say(halves)}.` };
  if (interleaved.z >= certain && halves.z < doubtful)
    return { pairing: "interleaved", verdict: `Interleaved: norms agree in ${say(interleaved)}.` };
  return {
    pairing: null,
    verdict: `Cannot tell: halves agree in ${say(halves)}; interleaved pairs in ${say(interleaved)}.`,
  };
}
