/** Rotations whose sines and cosines are tiled against their pairs: the two channels of a pair have different angles. */
import { type Diagnosis, diagnosisOf } from "./diagnosis.ts";
import { draft } from "./findings.ts";
import { powers } from "./frequencies.ts";
import { channelsOf, type Measured, type Part } from "./measured.ts";
import { knownBases } from "./rotary-claims.ts";

interface Guess {
  readonly part: Part;
  /** The axis of its positions. */
  readonly axis: number;
  readonly base: number;
}

/** Finds angles that are tiled over pairs of neighbours, or repeated over pairs of halves. */
export function diagnoseTiled(measured: Measured, subject: string): Diagnosis | undefined {
  for (const parts of splits(measured))
    for (const base of new Set([measured.expected?.base ?? 10_000, ...knownBases])) {
      const guesses = parts.map((part, axis) => ({ part, axis, base }));
      if (guesses.every((guess) => isTiled(measured, guess))) return found(measured, guesses, subject);
    }
  return undefined;
}

/** A head as one part, or as one part for each axis of positions. */
function splits({ before, positions, expected }: Measured): Part[][] {
  const { width } = before;
  const rotary = expected?.rotaryDim ?? width;
  const axes = positions.length;
  const each = 2 * Math.floor(Math.floor(width / axes) / 2);
  return (["adjacent", "halves"] as const).flatMap((pairing) => [
    ...(axes > 1
      ? [Array.from({ length: axes }, (_, axis) => ({ pairing, first: axis * each, width: each }))]
      : []),
    [{ pairing, first: 0, width: rotary }],
    [{ pairing, first: 0, width }],
  ]);
}

/** The pair whose angle a channel takes: the list stands twice, or each angle twice, where the other was needed. */
const angleOf = ({ pairing, first, width }: Part, channel: number) =>
  pairing === "adjacent" ? (channel - first) % (width / 2) : Math.floor((channel - first) / 2);

function isTiled(measured: Measured, { part, axis, base }: Guess): boolean {
  const { before, after, positions, errors, arithmetic } = measured;
  const { heads, tokens, width } = before;
  const frequencies = powers(part.width / 2, base, part.width);
  for (let pair = 0; pair < part.width / 2; pair++) {
    const [x, y] = channelsOf(part, pair);
    const [fx, fy] = [frequencies[angleOf(part, x)]!, frequencies[angleOf(part, y)]!];
    for (let row = 0; row < heads * tokens; row++) {
      const p = (positions[axis] ?? positions[0]!)[row % tokens]!;
      const [bx, by] = [before.values[row * width + x]!, before.values[row * width + y]!];
      const [ax, ay] = [after.values[row * width + x]!, after.values[row * width + y]!];
      const size = Math.hypot(bx, by) * (arithmetic + 2 ** -22 * (1 + Math.abs(p)));
      const allowed = errors.before(bx) + errors.before(by) + size;
      if (Math.abs(ax - (bx * Math.cos(p * fx) - by * Math.sin(p * fx))) > allowed + errors.after(ax))
        return false;
      if (Math.abs(ay - (by * Math.cos(p * fy) + bx * Math.sin(p * fy))) > allowed + errors.after(ay))
        return false;
    }
  }
  return true;
}

type Matrix = readonly [number, number, number, number];

/** The map of a pair with two angles, at a position. */
const mapOf = (fx: number, fy: number, p: number): Matrix => [
  Math.cos(p * fx),
  -Math.sin(p * fx),
  Math.sin(p * fy),
  Math.cos(p * fy),
];

const product = ([a, b, c, d]: Matrix, [e, f, g, h]: Matrix): Matrix => [
  a * e + b * g,
  a * f + b * h,
  c * e + d * g,
  c * f + d * h,
];
const transposed = ([a, b, c, d]: Matrix): Matrix => [a, c, b, d];
const apart = (a: Matrix, b: Matrix) => Math.max(...a.map((value, index) => Math.abs(value - b[index]!)));

/** The laws of a rotation, each with the largest breach among the pairs, at positions 1 to 3. */
function breaches({ part, base }: Guess) {
  const frequencies = powers(part.width / 2, base, part.width);
  let [norm, group, relative] = [0, 0, 0];
  for (let pair = 0; pair < part.width / 2; pair++) {
    const [fx, fy] = channelsOf(part, pair).map((channel) => frequencies[angleOf(part, channel)]!) as [
      number,
      number,
    ];
    const [one, two, three] = [1, 2, 3].map((p) => mapOf(fx, fy, p)) as [Matrix, Matrix, Matrix];
    norm = Math.max(norm, apart(product(transposed(one), one), [1, 0, 0, 1]));
    group = Math.max(group, apart(product(one, one), two));
    relative = Math.max(relative, apart(product(transposed(one), two), product(transposed(two), three)));
  }
  return { norm, group, relative };
}

function found(measured: Measured, guesses: readonly Guess[], subject: string): Diagnosis {
  const { part, base } = guesses[0]!;
  const { norm, group, relative } = breaches(guesses[0]!);
  return diagnosisOf({
    is: null,
    faults: [
      draft("tiled-angles", ["base", base, "1"], ["width of a part", part.width, "channels"]),
      draft("norm-changed", ["largest entry of RᵀR − 1 at position 1", norm, "1"]),
      draft("group-law-fails", ["largest entry of R(1)R(1) − R(2)", group, "1"]),
      draft("not-relative", ["largest difference of scores at distance 1", relative, "|q||k|"]),
    ],
    confidence: measured.before.tokens > 1 ? 0.97 : 0.8,
    subject,
    says: `is no rotation: pairs of ${part.pairing === "adjacent" ? "neighbours" : "halves"} whose channels have different angles, with base ${base}`,
  });
}
