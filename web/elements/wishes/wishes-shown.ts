import type { Posenc, Spec } from "../../../src/entries/encodings.ts";
import { formatInteger, formatRough } from "../../plot/numbers.ts";
import { range } from "../definition/figure-spec.ts";

// Five ways to write down a position, and whether each keeps the four wishes, by computed numbers.

/** Words of the text. */
export const WORDS = 64;
/** Numbers that a way may use. */
export const WIDTH = 8;

export const WISHES = [
  { name: "unique", failed: "not unique", question: "Does each word get numbers of its own?" },
  {
    name: "consistent",
    failed: "not consistent",
    question: "Does a step mean the same everywhere, and in a text of any length?",
  },
  { name: "bounded", failed: "not bounded", question: "Do all numbers stay between −1 and 1?" },
  { name: "goes on", failed: "does not go on", question: "Are there numbers for a text twice as long?" },
] as const;

export interface Verdict {
  readonly holds: boolean;
  /** The number that decides, in a clause. */
  readonly reason: string;
  /** The same in fewer words, for a narrow picture. */
  readonly brief?: string;
}

export interface Way {
  readonly name: string;
  /** The numbers of the word that is looked at. */
  readonly cells: readonly number[];
  /** One for each wish. */
  readonly verdicts: readonly Verdict[];
  /** Whether the verdicts are kept back. */
  readonly isHidden: boolean;
}

export interface WishesShown {
  readonly word: number;
  readonly corners: number;
  readonly ways: readonly Way[];
  /** (words, wheels), row by row. */
  readonly wheels: Float64Array;
}

interface Scheme {
  readonly name: string;
  /** The numbers of a word in a text of some words. */
  row(word: number, words: number): readonly number[];
  /** Words that have numbers. */
  readonly reach: number;
  /** The encoding of the library, whose distances are computed from rows in double precision. */
  readonly spec?: Spec;
}

/** How many wheels count as one number: each turns half as fast as the one before it. */
const BINARY_REACH = 2 ** WIDTH;
/** Corners of the wheels: at 0 they are digits, at 1 waves. Between, a steep wave has its top cut off. */
const STEEPEST = 6;

/**
 * A wheel at a word: the binary digit of 2^wheel, with its corners rounded. The wave alone, 1/2 − 1/2 · sin, is above one
 * half exactly where the digit is 1, because it is read in the middle of a word.
 */
export function wheelAt(wheel: number, word: number, corners: number): number {
  const sine = -Math.sin((2 * Math.PI * (word + 0.5)) / 2 ** (wheel + 1));
  if (corners === 0) return sine > 0 ? 1 : 0;
  const steep = STEEPEST * (1 / corners - 1);
  return 0.5 + 0.5 * (steep === 0 ? sine : Math.tanh(steep * sine) / Math.tanh(steep));
}

export const wheelName = (corners: number): string =>
  corners === 0 ? "binary" : corners === 1 ? "binary, as waves" : "binary, rounded";

function schemesOf(pe: Posenc, corners: number): readonly Scheme[] {
  const waves: Spec = { method: "sinusoidal", dModel: WIDTH };
  const table = pe.encode(waves, { length: 2 * WORDS });
  return [
    { name: "count", row: (word) => [word], reach: Number.POSITIVE_INFINITY },
    {
      name: "share of the text",
      row: (word, words) => [(2 * word) / (words - 1) - 1],
      reach: Number.POSITIVE_INFINITY,
    },
    { name: "one-hot", row: (word) => range(0, WIDTH).map((at) => Number(at === word)), reach: WIDTH },
    {
      name: wheelName(corners),
      row: (word) => range(0, WIDTH).map((wheel) => wheelAt(wheel, word, corners)),
      reach: BINARY_REACH,
    },
    {
      name: "waves",
      row: (word) => [...table.subarray(word * WIDTH, (word + 1) * WIDTH)],
      reach: Number.POSITIVE_INFINITY,
      spec: waves,
    },
  ];
}

export function wishesShown(
  pe: Posenc,
  {
    word,
    corners,
    hideWaves,
  }: { readonly word: number; readonly corners: number; readonly hideWaves: boolean },
  before: WishesShown | undefined,
): WishesShown {
  const schemes = schemesOf(pe, corners);
  const isSame = before?.corners === corners;
  const ways = schemes.map(
    (scheme, index): Way => ({
      name: scheme.name,
      cells: scheme.row(word, WORDS),
      verdicts: isSame ? (before.ways[index] as Way).verdicts : verdictsOf(pe, scheme),
      isHidden: hideWaves && scheme.spec !== undefined,
    }),
  );
  const wheels = Float64Array.from(range(0, WORDS * WIDTH), (n) =>
    wheelAt(n % WIDTH, Math.floor(n / WIDTH), corners),
  );
  return { word, corners, ways, wheels };
}

/** Differences of distances by the rounding of numbers. */
const ROUNDING = 1e-6;

function verdictsOf(pe: Posenc, scheme: Scheme): readonly Verdict[] {
  const { reach, row, spec } = scheme;
  const rows = range(0, Math.min(WORDS, reach)).map((word) => row(word, WORDS));
  const { unique, consistent, bounded } = spec
    ? pe.criteria(spec, { length: WORDS })
    : pe.criteria({ table: Float64Array.from(rows.flat()), dModel: (rows[0] as readonly number[]).length });
  return [
    { holds: unique.holds, reason: `two words are at least ${formatRough(unique.smallestDistance)} apart` },
    consistency(scheme, rows, consistent.holds),
    {
      holds: bounded.holds,
      reason: bounded.holds
        ? `from ${formatRough(bounded.smallest)} to ${formatRough(bounded.largest)}`
        : `word ${WORDS - 1} is ${formatInteger(bounded.largest)} times as large as word 1`,
    },
    {
      holds: reach >= 2 * WORDS,
      reason:
        reach < 2 * WORDS ? `${reach} numbers, ${reach} words` : `word ${2 * WORDS - 1} has its own numbers`,
    },
  ];
}

const distance = (a: readonly number[], b: readonly number[]): number =>
  Math.hypot(...a.map((value, j) => value - (b[j] as number)));

function consistency({ row }: Scheme, rows: readonly (readonly number[])[], holds: boolean): Verdict {
  const steps = rows.slice(1).map((next, at) => distance(next, rows[at] as readonly number[]));
  const [least, most] = [Math.min(...steps), Math.max(...steps)];
  const longer = distance(row(1, 2 * WORDS), row(0, 2 * WORDS));
  const step = steps[0] as number;
  if (Math.abs(longer - step) > ROUNDING * step)
    return {
      holds: false,
      reason: `a step is ${formatRough(step)}, but ${formatRough(longer)} in a text twice as long`,
      brief: `a step is ${formatRough(step)}, or ${formatRough(longer)}`,
    };
  if (holds) return { holds, reason: `a step is ${formatRough(step)} everywhere` };
  const spread = `neighbours are from ${formatRough(least)} to ${formatRough(most)} apart`;
  return { holds, reason: spread };
}

/** The verdicts of a way in words: what fails, and by which number. */
export function failuresOf({ verdicts, isHidden }: Way, isWide: boolean): string {
  if (isHidden) return "which wishes does it keep? Read on";
  const failed = verdicts.flatMap(({ holds, reason, brief = reason }) =>
    holds ? [] : [isWide ? reason : brief],
  );
  return failed.length === 0 ? "keeps all four" : failed.join("; ");
}

/** The whole picture. */
export function describeAll({ word, ways }: WishesShown): string {
  const kept = ways.map((way) => {
    const lit = way.verdicts.flatMap(({ holds }, index) => (holds ? [] : [WISHES[index]?.failed]));
    if (way.isHidden) return `${way.name}: not told yet`;
    return `${way.name}: ${lit.length === 0 ? "keeps all" : lit.join(", ")}`;
  });
  return `Word ${word} of 0 to ${WORDS - 1}. ${kept.join("; ")}.`;
}

export function describeLamp({ ways, word }: WishesShown, row: number, column: number): string {
  const { name, verdicts, cells, isHidden } = ways[row] as Way;
  const { holds, reason } = verdicts[column] as Verdict;
  const numbers = `Word ${word}, ${name}: ${cells.map((value) => formatRough(value)).join(", ")}.`;
  const wish = WISHES[column] as (typeof WISHES)[number];
  if (isHidden) return `${numbers} ${wish.question} Not told yet.`;
  return `${numbers} ${wish.question} ${holds ? "Yes" : "No"}: ${reason}.`;
}
