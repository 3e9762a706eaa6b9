/** Positions from the numbers alone, by the frequencies of a claim. */
import { type Draft, draft } from "../findings/findings.ts";
import type { Claim, Phases } from "./phases.ts";

const wrap = (angle: number) => angle - 2 * Math.PI * Math.round(angle / (2 * Math.PI));

/** Angles with a larger error are left out. */
const MOST_ERROR = 0.2;

/** The position of a row, from slow pairs to fast ones; undefined if no pair is known well enough. */
function positionIn(
  { pairs, cos, sin, error }: Phases,
  row: number,
  { frequencies, sign = 1 }: Claim,
): number | undefined {
  let position: number | undefined;
  for (let pair = pairs - 1; pair >= 0; pair--) {
    const at = row * pairs + pair;
    const f = sign * frequencies[pair]!;
    if (f === 0 || !(error[at]! <= MOST_ERROR)) continue;
    const angle = Math.atan2(sin[at]!, cos[at]!);
    position = (position ?? 0) + wrap(angle - f * (position ?? 0)) / f;
  }
  return position === undefined
    ? undefined
    : refined({ pairs, cos, sin, error }, row, { frequencies, sign, position });
}

interface Near {
  readonly frequencies: Float64Array;
  readonly sign: number;
  readonly position: number;
}

/** The position that is nearest to the angles of all pairs. */
function refined(
  { pairs, cos, sin, error }: Omit<Phases, "rows" | "positions">,
  row: number,
  { frequencies, sign, position }: Near,
): number {
  let [xx, xy] = [0, 0];
  for (let pair = 0; pair < pairs; pair++) {
    const at = row * pairs + pair;
    const f = sign * frequencies[pair]!;
    if (!(error[at]! <= MOST_ERROR)) continue;
    const weight = 1 / (error[at]! + 2 ** -24) ** 2;
    xx += weight * f * f;
    xy += weight * f * wrap(Math.atan2(sin[at]!, cos[at]!) - f * position);
  }
  return position + (xx === 0 ? 0 : xy / xx);
}

/** Positions at which the first row may stand, by a few claims, less the given one. */
export function startsIn(phases: Phases, claims: readonly Claim[]): number[] {
  return claims.flatMap((claim) => {
    const start = positionIn(phases, 0, claim);
    const near = start === undefined ? [] : [Math.round(start)];
    return [...near, ...farStarts(phases, claim)].map((each) => each - phases.positions[0]![0]!);
  });
}

/** The largest first position that is tried. */
const FARTHEST = 2 ** 20;

/** Minimum number of bits by which the angles must single out one of 2^20 positions; fewer could be chance. */
const ENOUGH = 28;

/** The largest error of a phase in the float32 recipe, relative to its size. */
const PHASE = 2 ** -20;

/** Few digits leave several starts open; more of them say nothing. */
const MOST_STARTS = 4;

/** Whole positions of the first row, after any number of revolutions of the slowest pair. */
function farStarts(
  { pairs, cos, sin, error }: Phases,
  { frequencies, axes, sign = 1, spread = 0 }: Claim,
): number[] {
  if (axes !== undefined) return [];
  const known = Array.from({ length: pairs }, (_, pair) => ({
    f: sign * frequencies[pair]!,
    angle: Math.atan2(sin[pair]!, cos[pair]!),
    off: (2 * error[pair]!) / (Math.hypot(cos[pair]!, sin[pair]!) || 1) + 2 ** -22,
    spread: (spread * pair) / pairs,
  }))
    .filter(({ f, off }) => f !== 0 && off <= MOST_ERROR)
    .sort((a, b) => Math.abs(a.f) - Math.abs(b.f));
  const [slowest] = known;
  if (slowest === undefined || known.length < 2) return [];
  const found: number[] = [];
  const revolution = (2 * Math.PI) / Math.abs(slowest.f);
  const first = slowest.angle / slowest.f;
  for (let k = Math.ceil(-first / revolution); found.length < MOST_STARTS; k++) {
    const from = first + k * revolution;
    if (from > FARTHEST) break;
    const start = Math.round(
      known.reduce((position, { f, angle }) => position + wrap(angle - f * position) / f, from),
    );
    let bits = 0;
    const isAt = known.every(({ f, angle, off, spread: share }) => {
      const slack = off + (PHASE + share) * Math.abs(f * start);
      bits += Math.log2(Math.PI / Math.min(slack, Math.PI));
      return Math.abs(wrap(angle - f * start)) <= slack;
    });
    if (isAt && bits >= ENOUGH) found.push(start);
  }
  return found;
}

/** A fitted position is whole if it is this near to a whole number. */
const WHOLE = 0.01;

/** Fitted positions share the error of the angles. */
const ROOM = 1.5;

/** Fewer pairs fit many positions. */
const FEWEST_PAIRS = 4;

/** The same rotations at the positions that they have by a claim, and what is wrong with these. */
export function atFittedPositions(
  phases: Phases,
  claim: Claim,
): { phases: Phases; faults: Draft[] } | undefined {
  const [given] = phases.positions as [Float64Array];
  if (claim.axes !== undefined || phases.positions.length > 1 || phases.pairs < FEWEST_PAIRS)
    return undefined;
  const fitted = new Float64Array(phases.rows);
  for (let row = 0; row < phases.rows; row++) {
    const position = positionIn(phases, row, claim);
    if (position === undefined) return undefined;
    const whole = Math.round(position);
    fitted[row] = Math.abs(position - whole) < WHOLE ? whole : position;
  }
  const faults = faultsIn(fitted, given);
  return {
    phases: { ...phases, positions: [fitted], error: phases.error.map((each) => ROOM * each) },
    faults,
  };
}

function faultsIn(fitted: Float64Array, given: Float64Array): Draft[] {
  const first = fitted.findIndex((position, row) => Math.abs(position - given[row]!) > WHOLE);
  const isOne = fitted.every((position) => position === fitted[0]);
  if (isOne && given.some((position) => position !== given[0]))
    return [draft("positions-constant", ["position of all rows", fitted[0]!, "positions"])];
  if (first < 0) return [];
  return [
    draft(
      "positions-other",
      ["first row with another position", first],
      ["its position", fitted[first]!, "positions"],
      ["position given", given[first]!, "positions"],
    ),
  ];
}
