/** What a mistake makes of the columns of a table. */
import type { Column, Sheet } from "./columns.ts";

export interface Slipped {
  readonly sheet: Sheet;
  /** What it does to positions. */
  readonly position?: (position: number) => number;
  /** The numbers that show it, for its sentence. */
  readonly evidence?: readonly (readonly [what: string, value: number, unit?: string])[];
}

/** The rows of the table, and the width and base of its convention. */
export interface Of {
  readonly rows: number;
  readonly base: number;
}

/** A change of the columns, with its cost beside the right ones. */
export interface Changed {
  readonly cost: number;
  readonly of: (sheet: Sheet, of: Of) => readonly Slipped[];
}

const each = (sheet: Sheet, change: (column: Column, at: number) => Partial<Column>): Slipped => ({
  sheet: { ...sheet, columns: sheet.columns.map((column, at) => ({ ...column, ...change(column, at) })) },
});

const scaled = (sheet: Sheet, by: number) => each(sheet, ({ frequency }) => ({ frequency: frequency * by }));

/** Exponents of the pairs times a number. */
const raised = (sheet: Sheet, power: number) =>
  each(sheet, ({ frequency }) => ({ frequency: frequency > 0 ? frequency ** power : frequency }));

const isWave = ({ wave }: Column) => wave === "sin" || wave === "cos" || wave === "-sin";
const whole = (of: (phase: number) => number) => (sheet: Sheet) => [{ sheet: { ...sheet, phase: of } }];

/** The pairs of a sheet from the slowest to the fastest. */
function reversed(sheet: Sheet): Slipped {
  const byPair = new Map(sheet.columns.map(({ pair, frequency }) => [pair, frequency]));
  const pairs = [...byPair.keys()].sort((a, b) => a - b);
  return each(sheet, ({ pair }) => ({
    frequency: byPair.get(pairs[pairs.length - 1 - pairs.indexOf(pair)]!)!,
  }));
}

export const changes = {
  degrees: { cost: 1, of: (sheet) => [scaled(sheet, Math.PI / 180), scaled(sheet, 180 / Math.PI)] },
  turns: { cost: 1.2, of: (sheet) => [scaled(sheet, 2 * Math.PI), scaled(sheet, 1 / (2 * Math.PI))] },
  wholePhases: { cost: 1, of: whole(Math.floor) },
  exponentZero: { cost: 1, of: (sheet) => [each(sheet, () => ({ frequency: 1 }))] },
  exponentDoubled: { cost: 1, of: (sheet) => [raised(sheet, 2)] },
  exponentHalved: { cost: 1, of: (sheet) => [raised(sheet, 0.5)] },
  multiplied: { cost: 1, of: (sheet) => [raised(sheet, -1)] },
  exponentOfChannel: {
    cost: 1.1,
    of: (sheet, { base }) =>
      [2, 1].map((times) =>
        each(sheet, (_, at) => ({ frequency: base ** ((-times * at) / sheet.columns.length) })),
      ),
  },
  allSines: { cost: 1, of: (sheet) => [each(sheet, (column) => (isWave(column) ? { wave: "sin" } : {}))] },
  allCosines: { cost: 1, of: (sheet) => [each(sheet, (column) => (isWave(column) ? { wave: "cos" } : {}))] },
  cosineOfSine: {
    cost: 1,
    of: (sheet) => [each(sheet, ({ wave }) => (wave === "cos" ? { wave: "cos-of-sin" } : {}))],
  },
  exchanged: {
    cost: 1,
    of: (sheet) => [
      each(sheet, ({ wave }) => (wave === "cos" ? { wave: "sin" } : wave === "sin" ? { wave: "cos" } : {})),
    ],
  },
  sinesNegated: {
    cost: 1,
    of: (sheet) => [
      each(sheet, ({ wave }) => (wave === "sin" ? { wave: "-sin" } : wave === "-sin" ? { wave: "sin" } : {})),
    ],
  },
  negated: { cost: 1.1, of: (sheet) => [{ sheet: { ...sheet, factor: -sheet.factor } }] },
  pairsReversed: { cost: 1.1, of: (sheet) => [reversed(sheet)] },
  normalised: {
    cost: 1,
    of: (sheet, { rows }) =>
      [rows, rows - 1].map((count) => ({ sheet, position: (position) => position / count })),
  },
  onePosition: { cost: 1, of: (sheet) => [0, 1].map((place) => ({ sheet, position: () => place })) },
} as const satisfies Readonly<Record<string, Changed>>;
