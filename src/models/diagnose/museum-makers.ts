/** Makes the numbers of the museum: rotations with a mistake and without one, in float64. */
import { axisOfPairs } from "../../api/rotary/axes.ts";
import { channelsOf } from "../../api/rotary/pairing.ts";
import { attentionFactorOf } from "../../api/rotary/rule.ts";
import { frequenciesOf, type Rope } from "./findings/columns.ts";
import { roundTo } from "./findings/precision.ts";

type Change = (x: number) => number;

/** The mistakes of a rotation; what is left out is right. */
export interface Mistakes {
  /** The factor of cosines and sines. */
  readonly factor?: number;
  readonly position?: Change;
  readonly frequency?: Change;
  readonly phase?: Change;
}

const none: Change = (x) => x;

export const toBfloat16: Change = (x) => roundTo("bfloat16", x);

/** Six digits, as a print has them. */
const cut = (x: number) => Number(x.toFixed(6));

function phaseOf(
  p: number,
  f: number,
  { position = none, frequency = none, phase = none }: Mistakes,
): number {
  return phase(position(p) * frequency(f));
}

/** Cosines and sines of some positions, each number once. */
export function cacheOf(
  frequencies: ArrayLike<number>,
  positions: readonly number[],
  mistakes: Mistakes = {},
) {
  const { factor = 1 } = mistakes;
  const table = (of: Change) =>
    positions.map((p) => Array.from(frequencies, (f) => cut(factor * of(phaseOf(p, f, mistakes)))));
  return { cos: table(Math.cos), sin: table(Math.sin), positions: [...positions] };
}

/** The vectors of a museum are the same on every machine. */
function* numbers(): Generator<number> {
  let state = 20_261;
  for (;;) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0; // Numerical Recipes' generator
    yield cut(state / 2 ** 31 - 1);
  }
}

/** How vectors are rotated. */
export interface Turning {
  readonly frequencies: ArrayLike<number>;
  readonly pairing: "halves" | "interleaved";
  readonly heads?: number;
  /** Channels of a head. Default: those that the frequencies rotate. */
  readonly width?: number;
  readonly positions: readonly number[];
  /** For each pair, its positions. Default: `positions`. */
  readonly positionOf?: (token: number, pair: number) => number;
  /** Heads that are left as they are. */
  readonly isLeft?: (head: number) => boolean;
  readonly mistakes?: Mistakes;
}

/** Vectors before and after a rotation, (heads, tokens, width). */
export function vectorsOf(turning: Turning) {
  const { frequencies, positions, heads = 2, width = 2 * frequencies.length, isLeft = () => false } = turning;
  const source = numbers();
  const list = (count: number) => Array.from({ length: count }, () => source.next().value as number);
  const before = Array.from({ length: heads }, () => positions.map(() => list(width)));
  const after = before.map((tokens, head) =>
    tokens.map((x, token) => (isLeft(head) ? [...x] : rotated(x, token, turning))),
  );
  return { before, after, positions: [...positions] };
}

function rotated(x: readonly number[], token: number, turning: Turning): number[] {
  const { frequencies, pairing, positions, positionOf = (at) => positions[at]!, mistakes = {} } = turning;
  const out = [...x];
  const pairs = frequencies.length;
  for (let pair = 0; pair < pairs; pair++) {
    const [a, b] = channelsOf(pairing, pair, 2 * pairs);
    const angle = phaseOf(positionOf(token, pair), frequencies[pair]!, mistakes);
    const factor = mistakes.factor ?? 1;
    const [c, s] = [factor * Math.cos(angle), factor * Math.sin(angle)];
    out[a] = cut(x[a]! * c - x[b]! * s);
    out[b] = cut(x[b]! * c + x[a]! * s);
  }
  return out;
}

/** A rotation whose list of angles is tiled over interleaved pairs. */
export function tiledVectors(frequencies: ArrayLike<number>, positions: readonly number[]) {
  const pairs = frequencies.length;
  const { before } = vectorsOf({ frequencies, positions, pairing: "interleaved", heads: 1 });
  const turned = (x: readonly number[], p: number) =>
    x.map((value, channel) => {
      const angle = p * frequencies[channel % pairs]!;
      const partner = channel % 2 === 0 ? -x[channel + 1]! : x[channel - 1]!;
      return cut(value * Math.cos(angle) + partner * Math.sin(angle));
    });
  const after = before.map((tokens) => tokens.map((x, token) => turned(x, positions[token]!)));
  return { before, after, positions: [...positions] };
}

/** The numbers of a piece of the museum: a cache, vectors, frequencies, or ids. */
export interface MuseumNumbers {
  /** Cosines, (positions, pairs). */
  readonly cos?: readonly (readonly number[])[];
  /** Sines, (positions, pairs). */
  readonly sin?: readonly (readonly number[])[];
  /** Vectors before the rotation, (heads, tokens, width). */
  readonly before?: readonly (readonly (readonly number[])[])[];
  /** The same vectors after it. */
  readonly after?: readonly (readonly (readonly number[])[])[];
  /** The frequency of each pair, radians per position. */
  readonly frequencies?: ArrayLike<number>;
  /** The position of each token; or such a list for each axis. */
  readonly positions?: readonly number[] | readonly (readonly number[])[];
  /** The ids of tokens, (texts, tokens). */
  readonly positionIds?: readonly (readonly number[])[];
  /** 1 for tokens, 0 for padding, (texts, tokens). */
  readonly mask?: readonly (readonly number[])[];
}

/** What a rotation makes of the same vectors, or of the same positions. */
export function rightNumbers(
  { frequencies: wrong, cos, before = [], positions = [] }: MuseumNumbers,
  rope: Rope,
): MuseumNumbers {
  const frequencies = frequenciesOf(rope);
  if (wrong !== undefined) return { frequencies };
  const mistakes = { factor: attentionFactorOf(rope) };
  const [first] = positions;
  const isOneAxis = !Array.isArray(first);
  if (cos !== undefined) return cacheOf(frequencies, positions as readonly number[], mistakes);
  const axis = axisOfPairs(rope);
  const positionOf = (token: number, pair: number) =>
    (isOneAxis ? positions[token] : (positions[axis[pair] ?? 0] as readonly number[])[token]) as number;
  const turning = { frequencies, pairing: rope.pairing, positions: [], positionOf, mistakes };
  const after = before.map((tokens) => tokens.map((x, token) => rotated(x, token, turning)));
  return { before, after, positions };
}
