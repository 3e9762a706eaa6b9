/** How much the scores of two rotations differ. */
import { cosineAndSine } from "../../api/rotary/elementary.ts";

/** A rotation of a query at some distance from a key. */
export interface Rotation {
  /** The angle of each pair, in radians. */
  readonly phases: ArrayLike<number>;
  readonly pairing: "halves" | "interleaved";
  /** What a score of rotated channels is multiplied by: the square of the attention factor. */
  readonly factor: number;
  /** What queries are multiplied by. */
  readonly queryScale: number;
}

interface Channel {
  scale: number;
  /** The angle, negative for the second channel of a pair; 0 for a channel that is not rotated. */
  angle: number;
  /** The other channel of the pair, or the channel itself. */
  partner: number;
}

/** Where a channel stands: its pair, −1 if it is not rotated; whether it is the first of it; the other one, or itself. */
const placesOf = (pairs: number, pairing: Pairing, headDim: number) =>
  Array.from({ length: headDim }, (_, channel) => {
    if (channel >= 2 * pairs) return { pair: -1, isFirst: true, partner: channel };
    const isFirst = pairing === "halves" ? channel < pairs : channel % 2 === 0;
    const pair = pairing === "halves" ? channel % pairs : Math.floor(channel / 2);
    const step = pairing === "halves" ? pairs : 1;
    return { pair, isFirst, partner: isFirst ? channel + step : channel - step };
  });

const channelsOf = ({ phases, pairing, factor, queryScale }: Rotation, headDim: number): Channel[] =>
  placesOf(phases.length, pairing, headDim).map(({ pair, isFirst, partner }) =>
    pair < 0
      ? { scale: queryScale, angle: 0, partner }
      : { scale: queryScale * factor, angle: isFirst ? phases[pair]! : -phases[pair]!, partner },
  );

/** Channels whose rows are the same in two rotations: of pair `a` of one and of pair `b` of the other, −1 if it is not rotated. */
interface Term {
  readonly a: number;
  readonly b: number;
  /** Whether both rotate the channel with the same partner, or neither does. */
  readonly shared: boolean;
  /** The number of such channels. */
  times: number;
}

type Pairing = Rotation["pairing"];

/** The channels of two rotations of so many pairs, as few terms. */
export function termsOf(
  pairs: number,
  pairing: Pairing,
  otherPairs: number,
  otherPairing: Pairing,
  headDim: number,
): Term[] {
  const [left, right] = [placesOf(pairs, pairing, headDim), placesOf(otherPairs, otherPairing, headDim)];
  const terms = new Map<string, Term>();
  left.forEach(({ pair: a, partner }, channel) => {
    const { pair: b, partner: other } = right[channel]!;
    const key = [a, b, partner === other].join();
    const term = terms.get(key) ?? { a, b, shared: partner === other, times: 0 };
    term.times++;
    terms.set(key, term);
  });
  return [...terms.values()];
}

/** The square of the difference of two rows, each with a cosine in its own channel and a sine in that of the partner. */
function squareOf(x: Channel, y: Channel): number {
  const product = x.scale * y.scale;
  const apart = (x.scale - y.scale) ** 2;
  // a² + b² − 2 a b cos δ without the cancellation.
  if (x.partner === y.partner) return apart + 4 * product * cosineAndSine((x.angle - y.angle) / 2)[1] ** 2;
  return apart + 2 * product * (1 - cosineAndSine(x.angle)[0] * cosineAndSine(y.angle)[0]);
}

/**
 * The root mean square of the difference of two scores qᵀA k and qᵀB k, for q and k whose channels are independent and normal
 * with variance 1: the Frobenius norm of A − B. For a pair that both rotate, with angles α and β and scales a and b, its square
 * is 2 (a² + b² − 2 a b cos(α − β)).
 *
 * @returns The norm, and that of B, which is the root mean square of its score.
 */
export function scoreDifference(
  a: Rotation,
  b: Rotation,
  headDim: number,
): { difference: number; score: number } {
  const [left, right] = [channelsOf(a, headDim), channelsOf(b, headDim)];
  let [square, own] = [0, 0];
  for (let c = 0; c < headDim; c++) {
    square += squareOf(left[c]!, right[c]!);
    own += right[c]!.scale ** 2;
  }
  return { difference: Math.sqrt(square), score: Math.sqrt(own) };
}
