/** How much the scores of two rotations differ. */
import { cosineAndSine } from "./elementary.ts";

/** A rotation of a query at some distance from a key. */
export interface Rotation {
  /** The angle of each pair, in radians. */
  readonly phases: readonly number[];
  readonly pairing: "halves" | "adjacent";
  /** What a score of rotated channels is multiplied by: the square of the attention factor. */
  readonly factor: number;
  /** What queries are multiplied by. */
  readonly queryScale: number;
}

interface Channel {
  scale: number;
  cosine: number;
  sine: number;
  /** The other channel of the pair. */
  partner: number;
}

function channelsOf({ phases, pairing, factor, queryScale }: Rotation, headDim: number): Channel[] {
  const pairs = phases.length;
  const turns = phases.map(cosineAndSine);
  return Array.from({ length: headDim }, (_, channel) => {
    if (channel >= 2 * pairs) return { scale: queryScale, cosine: 1, sine: 0, partner: -1 };
    const isFirst = pairing === "halves" ? channel < pairs : channel % 2 === 0;
    const pair = pairing === "halves" ? channel % pairs : Math.floor(channel / 2);
    const step = pairing === "halves" ? pairs : 1;
    const [cosine, sine] = turns[pair]!;
    const partner = isFirst ? channel + step : channel - step;
    return { scale: queryScale * factor, cosine, sine: isFirst ? sine : -sine, partner };
  });
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
    const [x, y] = [left[c]!, right[c]!];
    const shared = x.partner === y.partner ? x.sine * y.sine : 0;
    square += x.scale * x.scale + y.scale * y.scale - 2 * x.scale * y.scale * (x.cosine * y.cosine + shared);
    own += y.scale * y.scale;
  }
  return { difference: Math.sqrt(Math.max(square, 0)), score: Math.sqrt(own) };
}
