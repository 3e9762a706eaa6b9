/** xPos: a rotation that also changes the length of each pair with the position: queries shrink and keys grow by the same factor. */
import type { ResolvedSpec } from "../../../api/methods.ts";
import { checkSpec } from "../../../api/spec.ts";
import type { Rope } from "../findings/columns.ts";
import type { Claim, Phases } from "./phases.ts";

export type Xpos = ResolvedSpec<"xpos">;

export const xposSides = ["query", "key"] as const;

/** The rotation alone. */
export const rotationOf = ({ headDim, rotaryDim, rotaryOffset, base, pairing, direction }: Xpos): Rope =>
  checkSpec({ method: "rope", headDim, rotaryDim, rotaryOffset, base, pairing, direction });

/** log₂ ζ / scaleBase of each pair for queries, and its negative for keys: the length changes by 2^growth a position. */
export function growthOf(
  { rotaryDim, gamma, scaleBase }: Pick<Xpos, "rotaryDim" | "gamma" | "scaleBase">,
  side: (typeof xposSides)[number],
): Float64Array {
  const [pairs, sign] = [rotaryDim / 2, side === "query" ? 1 : -1];
  return Float64Array.from({ length: pairs }, (_, pair) => (sign * zetaOf(pair / pairs, gamma)) / scaleBase);
}

/** log₂ ζ. */
const zetaOf = (share: number, gamma: number) => Math.log2((share + gamma) / (1 + gamma));

/** A length may be off by this many times its error. */
const ERRORS = 3;

/** The fields of xPos for lengths that change with the position; undefined if they follow another law. */
export function xposIn(
  { pairs, error, positions }: Phases,
  lengths: Float64Array,
  { is, start = 0 }: Pick<Claim, "is" | "start">,
  offset: number,
): Readonly<Record<string, unknown>> | undefined {
  if (is === null || positions.length > 1 || pairs < 2) return undefined;
  const placeOf = (row: number) => positions[0]![row]! + start + offset;
  /** How fast the logarithm of a length grows, in units of a weight for each pair: each entry counts by its error. */
  const growthIn = (weightOf: (pair: number) => number) => {
    let [xx, xy] = [0, 0];
    for (let at = 0; at < lengths.length; at++) {
      const [length, off] = [lengths[at]!, error[at]! + 2 ** -40];
      const [x, own] = [weightOf(at % pairs) * placeOf(Math.floor(at / pairs)), (length / off) ** 2];
      if (x === 0 || !(off < length)) continue;
      xx += own * x * x;
      xy += own * x * Math.log2(length);
    }
    return xx === 0 ? 0 : xy / xx;
  };
  const of = (one: number) => growthIn((pair) => (pair === one ? 1 : 0));
  const [first, middle] = [of(0), of(pairs >> 1)];
  if (first === 0) return undefined;
  const spec = checkSpec((typeof is === "string" ? { preset: is } : { pairing: "halves", ...is }) as unknown);
  if (spec.method !== "rope" || Object.keys(spec.scaling).length > 1) return undefined;
  for (const gamma of [0.4, gammaFor(middle / first, (pairs >> 1) / pairs)]) {
    const exact = Math.abs(1 / growthIn((pair) => zetaOf(pair / pairs, gamma)));
    for (const scaleBase of [Math.round(exact), Number(exact.toPrecision(4))]) {
      const growth = growthOf({ rotaryDim: 2 * pairs, gamma, scaleBase }, first < 0 ? "query" : "key");
      const isLaw = lengths.every((length, at) => {
        const law = 2 ** (growth[at % pairs]! * placeOf(Math.floor(at / pairs)));
        return Math.abs(length - law) <= ERRORS * error[at]! + 2 ** -20 * law;
      });
      if (!isLaw || scaleBase < 1) continue;
      const own = { ...(gamma !== 0.4 && { gamma }), ...(scaleBase !== 512 && { scaleBase }) };
      return { method: "xpos", headDim: 2 * pairs, base: spec.base, ...own };
    }
  }
  return undefined;
}

/** The γ for which the middle pair changes by this share of the first one's change. */
function gammaFor(ratio: number, share: number): number {
  let [low, high] = [1e-3, 1e3];
  for (let step = 0; step < 60; step++) {
    const middle = Math.sqrt(low * high);
    if (zetaOf(share, middle) / zetaOf(0, middle) < ratio) low = middle;
    else high = middle;
  }
  return Number(Math.sqrt(low * high).toPrecision(3));
}
