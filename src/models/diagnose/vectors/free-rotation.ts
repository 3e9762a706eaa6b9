/** Whether some rotation makes the vectors, whatever its frequencies are: then what else was found may be chance. */
import type { FindingName } from "../findings/findings.ts";
import { type Measured, measure, type Part, pairAt, type VectorsInput } from "./measured.ts";
import { changedIn, keepsNorms, partsFor } from "./vectors.ts";

/** Findings that follow from entries that do not fit, so that a rotation that does fit refutes them. */
const refuted: readonly FindingName[] = [
  "norm-changed",
  "group-law-fails",
  "not-relative",
  "values-differ",
  "positions-other",
  "heads-differ",
  "heads-not-rotated",
];

export const isRefutable = (name: FindingName): boolean => refuted.includes(name);

export function mayBeRotation(input: VectorsInput): boolean {
  const measured = measure(input);
  const changed = changedIn(measured);
  if (changed.others.length > 0 || measured.positions.length > 1) return false;
  return partsFor(measured, changed).some((part) => {
    if (changed.first < part.first || changed.last >= part.first + part.width) return false;
    const isPlain = keepsNorms(measured, changed.heads, part);
    return Array.from({ length: part.width / 2 }, (_, pair) => turnsOf(measured, part, pair)).every(
      (turns) => (isPlain || growsEvenly(turns)) && turnsEvenly(turns),
    );
  });
}

/** A turn of a pair by one token in one head. */
interface Turn {
  readonly position: number;
  readonly angle: number;
  /** Length after over length before. */
  readonly length: number;
  /** Of the angle, and of the length relative to itself; infinite if the pair is shorter than its own error. */
  readonly error: number;
}

/** The turns of all heads, token by token. */
type Turns = readonly (readonly Turn[])[];

function turnsOf(measured: Measured, part: Part, pair: number): Turns {
  const { heads, tokens, width } = measured.before;
  return Array.from({ length: tokens }, (_, token) =>
    Array.from({ length: heads }, (__, head) => {
      const { ax, ay, bx, by, a, b, error } = pairAt(measured, (head * tokens + token) * width, part, pair);
      return {
        position: measured.positions[0]![token]!,
        angle: Math.atan2(ay * bx - ax * by, ax * bx + ay * by),
        length: a / b,
        error: b > error && a > error ? error / Math.min(a, b) : Infinity,
      };
    }),
  );
}

const wrap = (angle: number) => angle - 2 * Math.PI * Math.round(angle / (2 * Math.PI));

/** Errors of several steps of arithmetic add up. */
const MOST_ERRORS = 2;

/** The angle of a phase in float32 at far positions. */
const PHASE = 2 ** -20;

/** Whether the angle grows with the position at one pace. */
function turnsEvenly(turns: Turns): boolean {
  const rows = turns.flatMap((heads) => {
    const weighed = heads.filter(({ error }) => Number.isFinite(error));
    const [x, y, weight] = weighed.reduce(
      ([c, s, w], { angle, error }) => {
        const own = 1 / (error * error + 1e-14);
        return [c + own * Math.cos(angle), s + own * Math.sin(angle), w + own];
      },
      [0, 0, 0],
    );
    return weight === 0 ? [] : [{ position: heads[0]!.position, angle: Math.atan2(y, x), weight }];
  });
  if (rows.length < 3) return true;
  let pace = 0;
  for (let lag = 1; lag < rows.length; lag *= 2) {
    let [sum, weight] = [0, 0];
    for (let row = lag; row < rows.length; row++) {
      const [from, to] = [rows[row - lag]!, rows[row]!];
      const gap = to.position - from.position;
      if (gap === 0) continue;
      const own = gap * gap * Math.min(from.weight, to.weight);
      sum += (own * wrap(to.angle - from.angle - pace * gap)) / gap;
      weight += own;
    }
    if (weight > 0) pace += sum / weight;
  }
  const start = Math.atan2(
    rows.reduce((sum, { position, angle, weight }) => sum + weight * Math.sin(angle - pace * position), 0),
    rows.reduce((sum, { position, angle, weight }) => sum + weight * Math.cos(angle - pace * position), 0),
  );
  const reach = rows.at(-1)!.position - rows[0]!.position;
  const least = Math.max(...turns.flat().map(({ error }) => (Number.isFinite(error) ? error : 0)));
  if (pace * reach < -MOST_ERRORS * least) return false;
  return turns
    .flat()
    .every(
      ({ position, angle, error }) =>
        Math.abs(wrap(angle - start - pace * position)) <=
        MOST_ERRORS * error + PHASE * (1 + Math.abs(position)),
    );
}

/** Whether the length changes by the same factor at each position, as in xPos. */
function growsEvenly(turns: Turns): boolean {
  const all = turns.flat().filter(({ error }) => error < 0.5);
  const weighed = (of: (turn: Turn) => number) =>
    all.reduce((sum, turn) => sum + of(turn) / (turn.error * turn.error + 1e-14), 0);
  const growth =
    weighed(({ position, length }) => position * Math.log(length)) /
    (weighed(({ position }) => position ** 2) || 1);
  return all.every(
    ({ position, length, error }) =>
      Math.abs(Math.log(length) - growth * position) <= MOST_ERRORS * error + PHASE,
  );
}
