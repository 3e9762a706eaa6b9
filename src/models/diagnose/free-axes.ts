/** The axis that each pair follows, from the numbers alone. */
import { axisOfPairs } from "../../api/rotary/axes.ts";
import { claimOf } from "./claim-of.ts";
import { draft } from "./findings.ts";
import type { Rope } from "./frequencies.ts";
import { type Claim, NO_AXIS, type Phases } from "./phases.ts";

/** The expected frequencies with the axes that the pairs follow, if each follows one. */
export function freeAxes(phases: Phases, expected: Rope | undefined): Claim[] {
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
