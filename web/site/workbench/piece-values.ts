import type { MuseumPiece } from "posenc/diagnose";

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

/** Phases of a list of frequencies are compared at these positions. */
const PLACES = [1, 4, 16, 64, 256, 1024, 4096];
const TURN = 2 * Math.PI;

export function differenceOf({ make, right }: MuseumPiece): Difference {
  const [found, due] = [make(), right()];
  if (found.positionIds !== undefined) return ofIds(found.positionIds, due.positionIds ?? []);
  if (found.frequencies !== undefined)
    return ofFrequencies(Array.from(found.frequencies), Array.from(due.frequencies ?? []));
  return found.cos === undefined ? ofVectors(found.after ?? [], due.after ?? []) : ofCache(found, due);
}

type Rows = readonly (readonly number[])[];
type Numbers = ReturnType<MuseumPiece["make"]>;

/** Row by row, the numbers of one matrix less those of another. */
const less = (found: Rows, due: Rows): number[][] =>
  found.map((row, n) => row.map((value, column) => value - (due[n]?.[column] ?? 0)));

function ofCache({ cos = [], sin = [], positions = [] }: Numbers, due: Numbers): Difference {
  const sines = less(sin, due.sin ?? []);
  return {
    down: "position ↓",
    across: "cosines, then sines →",
    rows: positions.map(String),
    columns: 2 * (cos[0]?.length ?? 0),
    values: Float32Array.from(less(cos, due.cos ?? []).flatMap((row, n) => [...row, ...(sines[n] ?? [])])),
    quantity: "cache − expected",
  };
}

function ofVectors(after: readonly Rows[], due: readonly Rows[]): Difference {
  return {
    down: "head : token ↓",
    across: "channel →",
    rows: after.flatMap((tokens, head) => tokens.map((_, token) => `${head}:${token}`)),
    columns: after[0]?.[0]?.length ?? 0,
    values: Float32Array.from(after.flatMap((tokens, head) => less(tokens, due[head] ?? []).flat())),
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

function ofIds(found: Rows, due: Rows): Difference {
  return {
    down: "text ↓",
    across: "token →",
    rows: found.map((_, text) => String(text)),
    columns: found[0]?.length ?? 0,
    values: Float32Array.from(less(found, due).flat()),
    quantity: "position − expected",
  };
}
