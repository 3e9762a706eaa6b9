/** Explains measured rotations by claims about their frequencies. */

import { axisOfPairs } from "../../../api/rotary/axes.ts";
import type { Rope } from "../findings/columns.ts";
import { type Draft, draft } from "../findings/findings.ts";
import { type Explanation, explain } from "./explain.ts";
import { type Fit, fitFrequencies, fitPart, mayBe } from "./free-fit.ts";
import { atFittedPositions, startsIn } from "./free-positions.ts";
import {
  type Claim,
  claimOf,
  isEnough,
  lengthOf,
  NO_AXIS,
  type Phases,
  type RotaryContext,
} from "./phases.ts";
import { rotaryClaims } from "./rotary-claims.ts";
import { xposIn } from "./xpos.ts";

// The axis that each pair follows, from the numbers alone.

/** The expected frequencies with the axes that the pairs follow, if each follows one. */
function freeAxes(phases: Phases, expected: Rope | undefined): Claim[] {
  const axes = phases.positions.length;
  if (expected?.sections === undefined || axes < 2 || expected.rotaryDim !== 2 * phases.pairs) return [];
  const right = axisOfPairs(expected);
  const claim = claimOf(expected, { is: null, faults: [], cost: 1.3 });
  const found = right.map((axis, pair) =>
    [axis, ...new Array(axes).keys(), NO_AXIS].find((each) => follows(phases, claim, pair, each)),
  );
  if (found.includes(undefined)) return [];
  const wrong = found.filter((axis, pair) => axis !== right[pair]).length;
  if (wrong === 0) return [];
  const first = found.findIndex((axis, pair) => axis !== right[pair]);
  const fault = draft(
    "sections-misread",
    ["pairs with another axis", wrong, "pairs"],
    ["first such pair", first],
  );
  const { version: _, ...is } = expected;
  return [{ ...claim, is, axes: found as number[], faults: [fault] }];
}

/** The error of a phase in float32. */
const PHASE = 2 ** -21;

function follows(
  { rows, pairs, cos, sin, error, positions }: Phases,
  { frequencies, factor }: Claim,
  pair: number,
  axis: number,
): boolean {
  for (let row = 0; row < rows; row++) {
    const at = row * pairs + pair;
    const phase = axis === NO_AXIS ? 0 : positions[axis]![row]! * frequencies[pair]!;
    const allowed = error[at]! + factor * (2 ** -24 + PHASE * Math.abs(phase));
    if (Math.abs(cos[at]! - factor * Math.cos(phase)) > allowed) return false;
    if (Math.abs(sin[at]! - factor * Math.sin(phase)) > allowed) return false;
  }
  return true;
}

export interface RotaryExpectation {
  readonly expected?: RotaryContext["expected"];
  readonly expectedName?: RotaryContext["expectedName"];
}

/** The float32 recipe is the usual one for a cache, and no finding. */
export const isOf = ({ is }: Claim, { change }: Explanation) =>
  change.recipe && is !== null && typeof is === "object" ? { ...is, precision: "float32" } : is;

export const unnamed = ({ is, faults }: Claim) =>
  is === null && faults.length === 0
    ? { says: "is a rotation whose frequencies follow no rule that is known here" }
    : {};

export interface Rotation extends RotaryExpectation {
  readonly assumed: boolean;
  readonly headDim?: number;
  /** Whether sines and cosines are given themselves. */
  readonly isCache: boolean;
  /** Whether only plain powers of a base are looked for. Default: no. */
  readonly isPlain?: boolean;
  /** Whether lengths were divided out, so that no factor is left. */
  readonly anyLength?: boolean;
}

/** The simplest explanation of rotations. */
export function explainRotation(phases: Phases, rotation: Rotation): Explanation | undefined {
  const fit = phases.only === undefined ? fitFrequencies(phases) : fitPart(phases, phases.only);
  const span = spanOf(phases.positions[0]!);
  const context: RotaryContext = { ...rotation, pairs: phases.pairs, ...fit, span, length: lengthOf(phases) };
  const claims = [
    ...rotaryClaims(context),
    ...(phases.only === undefined
      ? [...freeAxes(phases, rotation.expected), ...freeClaims(phases, fit, rotation)]
      : []),
  ];
  const plain = claims.filter(({ cost }) => cost < 0.4).slice(0, 12);
  const measured = claims.filter(
    ({ axes, cost, frequencies, spread }) =>
      axes === undefined && cost < 2 && mayBe(frequencies, fit, spread),
  );
  const search = {
    judgesFactor: rotation.expected !== undefined,
    anyFactor: rotation.anyLength === true || phases.only !== undefined,
    turns: phases.only === undefined,
    offsets:
      phases.only === undefined
        ? startsIn(phases, rotation.assumed ? [...plain, ...measured.slice(0, MOST_STARTS)] : plain)
        : [],
    assumed: rotation.assumed,
    entries: !rotation.isCache,
  };
  if (phases.only !== undefined) return explain(phases, claims, search);
  return explain(phases, claims, search) ?? atOtherPositions(phases, plain, rotation);
}

/** From the first position to the last one. */
const spanOf = (positions: Float64Array) =>
  positions.reduce((most, p) => Math.max(most, p), -Infinity) -
  positions.reduce((least, p) => Math.min(least, p), Infinity) +
  1;

/** At most this many claims with the measured frequencies are used to find where the rows begin. */
const MOST_STARTS = 24;

/** Rotations at other positions than given: the last resort. */
function atOtherPositions(
  phases: Phases,
  claims: readonly Claim[],
  { expected, assumed }: Rotation,
): Explanation | undefined {
  if (!isEnough(phases, lengthOf(phases).length)) return undefined;
  for (const claim of claims) {
    const fitted = atFittedPositions(phases, claim);
    if (fitted === undefined || fitted.faults.length === 0) continue;
    const search = { judgesFactor: expected !== undefined, turns: false, assumed, moves: false };
    const found = explain(fitted.phases, [{ ...claim, cost: 0 }], search);
    if (found === undefined) continue;
    return { ...found, faults: [...found.faults, ...fitted.faults], cost: found.cost + 2.5, confidence: 0.8 };
  }
  return undefined;
}

/** Rotations by angles as in a rule, whose lengths differ. */
export function explainScaled(phases: Phases, rotation: Rotation): Explanation | undefined {
  const { cos, sin, error } = phases;
  const lengths = cos.map((c, at) => Math.hypot(c, sin[at]!));
  const mean = lengthOf(phases).length;
  if (lengths.every((length, at) => Math.abs(length - mean) <= 3 * error[at]! + 2 ** -8 * mean))
    return undefined;
  const found = explainRotation(
    {
      ...phases,
      cos: cos.map((c, at) => (lengths[at] === 0 ? 1 : c / lengths[at]!)),
      sin: sin.map((s, at) => (lengths[at] === 0 ? 0 : s / lengths[at]!)),
      error: error.map((e, at) => (e < lengths[at]! ? (2 * e) / lengths[at]! : Number.POSITIVE_INFINITY)),
    },
    { ...rotation, anyLength: true },
  );
  if (found === undefined || found.claim.is === null) return undefined;
  const xpos = xposIn(phases, lengths, found.claim, found.change.offset ?? 0);
  if (xpos !== undefined) return { ...found, claim: { ...found.claim, is: xpos } };
  const ends: Draft = draft(
    "norm-changed",
    ["shortest pair", lengths.reduce((a, b) => Math.min(a, b), Infinity), "times"],
    ["longest pair", lengths.reduce((a, b) => Math.max(a, b), 0), "times"],
  );
  return { ...found, faults: [ends, ...found.faults] };
}

/** Rotations by frequencies that follow no rule: a last resort. */
function freeClaims(phases: Phases, { frequencies }: Fit, { expected, isPlain }: Rotation): Claim[] {
  if (isPlain || phases.rows < 4 || frequencies.some((f) => !Number.isFinite(f))) return [];
  const faults = expected === undefined ? [] : [draft("other-convention")];
  return [{ is: null, frequencies, factor: lengthOf(phases).length, faults, cost: 3 }];
}
