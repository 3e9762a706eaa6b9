/** The offsets of the curves. */

export interface Offsets {
  /** Whole numbers from 0 to the longest, about evenly spread on a logarithmic axis. They include 1, 2, 5, 10, 20, 50 … */
  readonly points: readonly number[];
  /** For each point, the point and some offsets before the next one: the range of their scores is drawn. */
  readonly around: readonly (readonly number[])[];
  /** Number of the first points with all offsets around them. */
  readonly whole: number;
}

const POINTS = 180; // at most: near 0 there are fewer whole numbers
const MOST_AROUND = 16;
/** Most table entries that are computed for a picture: some milliseconds of work. */
const ENTRIES = 2 ** 19;
/** Its multiples modulo 1 are spread evenly, and fall in step with no period. */
const GOLDEN = (Math.sqrt(5) - 1) / 2;

/** @param width - table entries per offset */
export function offsetsUpTo(longest: number, width: number): Offsets {
  const points = pointsUpTo(longest);
  const most = Math.min(MOST_AROUND, Math.max(1, Math.floor(ENTRIES / (points.length * width))));
  const around = points.map((point, index) => {
    const room = (points[index + 1] ?? point + 1) - point;
    const count = Math.min(room, most);
    const step = (nth: number) => (room <= most ? nth : Math.floor(room * ((nth * GOLDEN) % 1)));
    return Array.from({ length: count }, (_, nth) => point + step(nth));
  });
  const partly = points.findIndex((point, index) => (points[index + 1] ?? point) - point > most);
  return { points, around, whole: partly < 0 ? points.length : partly + 1 };
}

/** Divides numbers of all offsets into groups: those around each point. */
export function groupsOf({ around }: Offsets, flat: readonly number[]): number[][] {
  let first = 0;
  return around.map(({ length }) => {
    first += length;
    return flat.slice(first - length, first);
  });
}

function pointsUpTo(longest: number): number[] {
  const points = new Set([0, longest]);
  for (let n = 0; n <= POINTS; n++) points.add(Math.round(longest ** (n / POINTS)));
  for (let decade = 1; decade <= longest; decade *= 10) {
    for (const round of [decade, 2 * decade, 5 * decade]) if (round <= longest) points.add(round);
  }
  return [...points].sort((a, b) => a - b);
}

/** Scores by the float32 recipe of the common frameworks, and their errors. */

export interface ScoreRecipe {
  /** The score by the recipe, at the points. */
  readonly values: readonly number[];
  /** Largest error of the score around each point, as a share of the largest score. */
  readonly score: readonly number[];
  /** Largest error of the query's sines and cosines around each point. */
  readonly entry: readonly number[];
}

interface Tables {
  /** The row of the key, then a row for each offset. More blocks of these rows can follow. */
  readonly right: Float32Array;
  readonly rounded: Float32Array;
  readonly width: number;
}

/**
 * @param exact - scores at all offsets, and the largest of them
 * @param through - scores by the recipe at all offsets
 */
export function recipeOf(
  offsets: Offsets,
  exact: { readonly values: readonly number[]; readonly size: number },
  tables: Tables,
  through: readonly number[],
): ScoreRecipe {
  const [, ...worst] = worstEntries(tables, exact.values.length + 1); // without the key's own row
  const errors = through.map((value, n) => Math.abs(value - (exact.values[n] as number)));
  return {
    values: groupsOf(offsets, through).map(([first]) => first as number),
    score: groupsOf(offsets, errors).map((group) => Math.max(...group) / (exact.size || 1)),
    entry: groupsOf(offsets, worst).map((group) => Math.max(...group)),
  };
}

/** The largest error of each row, over all blocks. */
function worstEntries({ right, rounded, width }: Tables, rows: number): Float64Array {
  const worst = new Float64Array(rows);
  for (let start = 0; start < right.length; start += width) {
    const row = (start / width) % rows;
    let most = worst[row] as number;
    for (let n = start; n < start + width; n++)
      most = Math.max(most, Math.abs((rounded[n] as number) - (right[n] as number)));
    worst[row] = most;
  }
  return worst;
}

/** The least visible error of an entry: a hundredth of its largest value. */
export const VISIBLE = 0.01;

/** The first offset with a visible error; undefined if there is none. */
export function firstVisible({ entry }: ScoreRecipe, points: readonly number[]): number | undefined {
  const index = entry.findIndex((error) => error >= VISIBLE);
  return index < 0 ? undefined : points[index];
}
