/** Pairs that are given sines and cosines, and are not rotated by them. */

import { frequenciesOf, powers } from "../findings/columns.ts";
import { type Diagnosis, diagnosisOf } from "../findings/diagnosis.ts";
import { draft, type FindingName } from "../findings/findings.ts";
import { knownBases } from "../rotations/rotary-claims.ts";
import { apart, type Matrix, product, transposed } from "./linear-maps.ts";
import { channelsIn, type Measured, type Part } from "./measured.ts";

interface Guess {
  readonly part: Part;
  /** The axis of its positions. */
  readonly axis: number;
  readonly base: number;
  /** Radians per position, one for each pair. */
  readonly frequencies: ArrayLike<number>;
}

/** A mistake: the map of a pair at a position. */
interface Mistake {
  readonly finding: FindingName;
  /** What pairs are, for the verdict. */
  readonly says: string;
  /** The map of (x, y), from the angles of its two channels. */
  readonly map: (ax: number, ay: number) => Matrix;
  /** The pair whose angle a channel takes. */
  readonly angleOf: (part: Part, channel: number, pair: number) => number;
}

const own: Mistake["angleOf"] = (_, __, pair) => pair;

const mistakes: readonly Mistake[] = [
  {
    finding: "tiled-angles",
    says: "whose channels have different angles",
    map: (ax, ay) => [Math.cos(ax), -Math.sin(ax), Math.sin(ay), Math.cos(ay)],
    // The whole list is repeated where each angle should be, or the reverse.
    angleOf: ({ pairing, first, width }, channel) =>
      pairing === "interleaved" ? (channel - first) % (width / 2) : Math.floor((channel - first) / 2),
  },
  {
    finding: "signs-equal",
    says: "whose two channels both get the sine with the sign +",
    map: (a) => [Math.cos(a), Math.sin(a), Math.sin(a), Math.cos(a)],
    angleOf: own,
  },
  {
    finding: "signs-equal",
    says: "whose two channels both get the sine with the sign −",
    map: (a) => [Math.cos(a), -Math.sin(a), -Math.sin(a), Math.cos(a)],
    angleOf: own,
  },
  {
    finding: "overwritten",
    says: "whose second channel is made from the first one after its rotation",
    map: (a) => {
      const [c, s] = [Math.cos(a), Math.sin(a)];
      return [c, -s, s * c, c - s * s];
    },
    angleOf: own,
  },
  {
    finding: "overwritten",
    says: "whose first channel is made from the second one after its rotation",
    map: (a) => {
      const [c, s] = [Math.cos(a), Math.sin(a)];
      return [c - s * s, -s * c, s, c];
    },
    angleOf: own,
  },
];

/** Finds a mistake with the two channels of a pair. */
export function diagnoseBrokenPairs(measured: Measured, subject: string): Diagnosis | undefined {
  for (const parts of splits(measured))
    for (const guesses of guessesFor(measured, parts))
      for (const mistake of mistakes)
        if (guesses.every((guess) => isMade(measured, guess, mistake)))
          return found(measured, guesses[0]!, mistake, subject);
  return undefined;
}

/** A head as one part, or as one part for each axis of positions. */
function splits({ before, positions, expected }: Measured): Part[][] {
  const { width } = before;
  const rotary = expected?.rotaryDim ?? width;
  const axes = positions.length;
  const each = 2 * Math.floor(Math.floor(width / axes) / 2);
  return (["interleaved", "halves"] as const).flatMap((pairing) => [
    ...(axes > 1
      ? [Array.from({ length: axes }, (_, axis) => ({ pairing, first: axis * each, width: each }))]
      : []),
    [{ pairing, first: 0, width: rotary }],
    ...(width === rotary ? [] : [[{ pairing, first: 0, width }]]),
  ]);
}

/** The expected frequencies, then powers of bases. */
function guessesFor({ expected }: Measured, parts: readonly Part[]): Guess[][] {
  const bases = [...new Set([expected?.base ?? 10_000, ...knownBases])];
  const plain = bases.map((base) =>
    parts.map((part, axis) => ({
      part,
      axis,
      base,
      frequencies: powers(part.width / 2, base, part.width),
    })),
  );
  if (expected === undefined || parts[0]!.width !== expected.rotaryDim) return plain;
  const frequencies = frequenciesOf(expected);
  return [parts.map((part, axis) => ({ part, axis, base: expected.base, frequencies })), ...plain];
}

const anglesOf = ({ part, frequencies }: Guess, pair: number, { angleOf }: Mistake) =>
  channelsIn(part, pair).map((channel) => frequencies[angleOf(part, channel, pair)]!) as [number, number];

function isMade(measured: Measured, guess: Guess, mistake: Mistake): boolean {
  const { before, after, positions, errors, arithmetic } = measured;
  const { part, axis } = guess;
  const { heads, tokens, width } = before;
  for (let pair = 0; pair < part.width / 2; pair++) {
    const [x, y] = channelsIn(part, pair);
    const [fx, fy] = anglesOf(guess, pair, mistake);
    for (let row = 0; row < heads * tokens; row++) {
      const p = (positions[axis] ?? positions[0]!)[row % tokens]!;
      const [bx, by] = [before.values[row * width + x]!, before.values[row * width + y]!];
      const [ax, ay] = [after.values[row * width + x]!, after.values[row * width + y]!];
      const size = 2 * Math.hypot(bx, by) * (arithmetic + 2 ** -22 * (1 + Math.abs(p)));
      const allowed = 1.5 * (errors.before(bx) + errors.before(by)) + size;
      const [a, b, c, d] = mistake.map(p * fx, p * fy);
      if (Math.abs(ax - (a * bx + b * by)) > allowed + errors.after(ax)) return false;
      if (Math.abs(ay - (c * bx + d * by)) > allowed + errors.after(ay)) return false;
    }
  }
  return true;
}

/** The laws of a rotation, each with the largest breach among the pairs, at positions 1 to 3. */
function breaches(guess: Guess, mistake: Mistake) {
  let [norm, group, relative] = [0, 0, 0];
  for (let pair = 0; pair < guess.part.width / 2; pair++) {
    const [fx, fy] = anglesOf(guess, pair, mistake);
    const [one, two, three] = [1, 2, 3].map((p) => mistake.map(p * fx, p * fy)) as [Matrix, Matrix, Matrix];
    norm = Math.max(norm, apart(product(transposed(one), one), [1, 0, 0, 1]));
    group = Math.max(group, apart(product(one, one), two));
    relative = Math.max(relative, apart(product(transposed(one), two), product(transposed(two), three)));
  }
  return { norm, group, relative };
}

/** A law that is broken by less holds. */
const HOLDS = 1e-9;

function found(measured: Measured, guess: Guess, mistake: Mistake, subject: string): Diagnosis {
  const { part, base } = guess;
  const { norm, group, relative } = breaches(guess, mistake);
  const laws = [
    draft("norm-changed", ["largest entry of RᵀR − 1 at position 1", norm]),
    draft("group-law-fails", ["largest entry of R(1)R(1) − R(2)", group]),
    draft("not-relative", ["largest difference of scores at distance 1", relative, "|q||k|"]),
  ].filter(({ evidence }) => evidence[0]!.value > HOLDS);
  return diagnosisOf({
    is: null,
    faults: [draft(mistake.finding, ["base", base], ["width of a part", part.width, "channels"]), ...laws],
    confidence: measured.before.tokens > 1 ? 0.97 : 0.8,
    subject,
    says: `is not a rotation: ${part.pairing} pairs ${mistake.says}, with base ${base}`,
  });
}
