import type { MuseumPiece } from "posenc/diagnose";
import { checkSpec, type Spec } from "posenc/spec";

/** What came out less what was expected, as a matrix, for the picture of a mistake. */

export interface Difference {
  /** Names of the axes. */
  readonly down: string;
  readonly across: string;
  /** What a row is, one name for each. */
  readonly rows: readonly string[];
  readonly columns: number;
  /** (rows, columns) */
  readonly values: Float32Array;
  /** What the colours are of, with its unit. */
  readonly quantity: string;
}

/** What the picture needs of the module. */
export interface Rotary {
  frequencies(spec: Spec): ArrayLike<number>;
  attentionFactor(spec: Spec): number;
}

type Rows = readonly (readonly number[])[];

interface Numbers {
  readonly cos?: Rows;
  readonly sin?: Rows;
  readonly before?: readonly Rows[];
  readonly after?: readonly Rows[];
  readonly frequencies?: ArrayLike<number>;
  readonly positions?: readonly number[] | Rows;
  readonly positionIds?: Rows;
  readonly mask?: Rows;
}

interface Rope {
  readonly rotaryDim: number;
  readonly pairing: "halves" | "interleaved";
  readonly sections?: readonly number[];
}

/** Phases of a list of frequencies are compared at these positions. */
const PLACES = [1, 4, 16, 64, 256, 1024, 4096];
const TURN = 2 * Math.PI;

export function differenceOf(piece: MuseumPiece, pe: Rotary): Difference {
  const numbers = piece.make() as Numbers;
  if (numbers.positionIds !== undefined) return ofIds(numbers);
  const width = widthOf(numbers);
  // Mistakes that numbers alone show are those of a plain rotation.
  const pairing = ["heads-not-rotated", "tiled-angles"].includes(piece.finding) ? "interleaved" : "halves";
  const spec = piece.expected ?? ({ method: "rope", headDim: width, base: 10_000, pairing } as Spec);
  const rope = checkSpec(spec as never) as unknown as Rope;
  const frequencies = Array.from(pe.frequencies(spec));
  if (numbers.frequencies !== undefined) return ofFrequencies(Array.from(numbers.frequencies), frequencies);
  const angleOf = (token: number, pair: number) =>
    positionOf(numbers.positions, rope, token, pair) * (frequencies[pair] ?? 0);
  const factor = pe.attentionFactor(spec);
  return numbers.cos === undefined
    ? ofVectors(numbers, rope, angleOf, factor)
    : ofCache(numbers, angleOf, factor);
}

function widthOf({ cos, before, frequencies }: Numbers): number {
  if (before !== undefined) return before[0]?.[0]?.length ?? 0;
  return 2 * (cos?.[0]?.length ?? frequencies?.length ?? 0);
}

/** The position of a token for a pair: with several axes, by the section that the pair is in. */
function positionOf(
  positions: Numbers["positions"],
  { sections }: Rope,
  token: number,
  pair: number,
): number {
  if (positions === undefined) return token;
  if (!Array.isArray(positions[0])) return (positions as readonly number[])[token] ?? token;
  let [axis, end] = [0, sections?.[0] ?? Number.POSITIVE_INFINITY];
  while (pair >= end) end += sections?.[++axis] ?? Number.POSITIVE_INFINITY;
  return (positions as Rows)[axis]?.[token] ?? token;
}

type AngleOf = (token: number, pair: number) => number;

function ofCache({ cos = [], sin = [], positions }: Numbers, angleOf: AngleOf, factor: number): Difference {
  const pairs = cos[0]?.length ?? 0;
  const values = cos.flatMap((row, token) => [
    ...row.map((value, pair) => value - factor * Math.cos(angleOf(token, pair))),
    ...(sin[token] ?? []).map((value, pair) => value - factor * Math.sin(angleOf(token, pair))),
  ]);
  return {
    down: "position ↓",
    across: "cosines, then sines →",
    rows: cos.map((_, token) => String((positions as readonly number[] | undefined)?.[token] ?? token)),
    columns: 2 * pairs,
    values: Float32Array.from(values),
    quantity: "cache − expected",
  };
}

function ofVectors(
  { before = [], after = [] }: Numbers,
  { rotaryDim, pairing }: Rope,
  angleOf: AngleOf,
  factor: number,
): Difference {
  const columns = before[0]?.[0]?.length ?? 0;
  const pairs = rotaryDim / 2;
  const values = before.flatMap((tokens, head) =>
    tokens.flatMap((x, token) => {
      const due = [...x];
      for (let pair = 0; pair < pairs; pair++) {
        const [a, b] = pairing === "halves" ? [pair, pair + pairs] : [2 * pair, 2 * pair + 1];
        const angle = angleOf(token, pair);
        const [c, s] = [factor * Math.cos(angle), factor * Math.sin(angle)];
        due[a] = x[a]! * c - x[b]! * s;
        due[b] = x[b]! * c + x[a]! * s;
      }
      return (after[head]?.[token] ?? []).map((value, channel) => value - due[channel]!);
    }),
  );
  const rows = before.flatMap((tokens, head) => tokens.map((_, token) => `${head}:${token}`));
  return {
    down: "head : token ↓",
    across: "channel →",
    rows,
    columns,
    values: Float32Array.from(values),
    quantity: "vectors − expected",
  };
}

function ofFrequencies(own: readonly number[], due: readonly number[]): Difference {
  const values = PLACES.flatMap((position) =>
    own.map((frequency, pair) => {
      const turns = (position * (frequency - (due[pair] ?? 0))) / TURN;
      return TURN * (turns - Math.round(turns));
    }),
  );
  return {
    down: "position ↓",
    across: "pair →",
    rows: PLACES.map(String),
    columns: own.length,
    values: Float32Array.from(values),
    quantity: "phase − expected, rad",
  };
}

/** Positions of tokens should begin at 0 after the padding. */
function ofIds({ positionIds = [], mask = [] }: Numbers): Difference {
  const values = positionIds.flatMap((row, text) => {
    let count = 0;
    return row.map((id, token) => {
      const isToken = mask[text]?.[token] !== 0;
      const difference = isToken ? id - count : 0;
      if (isToken) count++;
      return difference;
    });
  });
  return {
    down: "text ↓",
    across: "token →",
    rows: positionIds.map((_, text) => String(text)),
    columns: positionIds[0]?.length ?? 0,
    values: Float32Array.from(values),
    quantity: "position − expected",
  };
}
