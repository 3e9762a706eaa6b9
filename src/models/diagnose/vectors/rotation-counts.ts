/** Compares vectors with a rotation, entry by entry. */
import { axisOfPairs } from "../../../api/rotary/axes.ts";
import { channelsOf } from "../../../api/rotary/pairing.ts";
import { attentionFactorOf } from "../../../api/rotary/rule.ts";
import { frequenciesOf, type Rope } from "../findings/columns.ts";
import { Counter, type Counts } from "../findings/diagnosis.ts";
import { type Precision, precisionOf } from "../findings/precision.ts";
import type { Ordered } from "../input/inputs.ts";
import { growthOf, rotationOf, type Xpos, xposSides } from "../rotations/xpos.ts";
import { MOST_SLACK, PHASE } from "../tables/comparison.ts";
import { least, shortestOf, WIDE } from "../tables/refined.ts";
import { type Measured, measure, type VectorsInput } from "./measured.ts";

export type Common = Omit<VectorsInput, "before" | "after" | "expected" | "expectedName"> & {
  readonly allow: number;
};

/** The phases of some programs are computed in float32. */
export function compareRotation(
  ordered: Ordered,
  spec: Rope | Xpos,
  common: Common,
): { counts: Counts; precision: Precision } {
  if (spec.method === "xpos") {
    const sides = xposSides.map((side) =>
      compareTurned(ordered, rotationOf(spec), common, growthOf(spec, side)),
    );
    return sides.reduce((best, each) => (each.counts.outside < best.counts.outside ? each : best));
  }
  return compareTurned(ordered, spec, common);
}

function compareTurned(ordered: Ordered, spec: Rope, common: Common, growth?: Float64Array) {
  const measured = measure({ ...common, before: ordered.before, after: ordered.after });
  const precision = precisionOf([ordered.after.values.filter(Number.isFinite)], common.print);
  const { allow } = common;
  const exact = rotationCounts(measured, spec, { allow, slack: 0, growth });
  const counts =
    exact.outside === 0 ? exact : rotationCounts(measured, spec, { allow, slack: PHASE, growth });
  return { counts, precision };
}

function rotationCounts(measured: Measured, spec: Rope, options: Compared): Counts {
  const counter = new Counter();
  compareEach(measured, spec, options, counter);
  return counter.counts;
}

interface Compared {
  readonly allow: number;
  readonly slack: number;
  readonly growth: Float64Array | undefined;
}

/** The base of a rotation for which the vectors are nearest to it, near a fitted one, with as few digits as are needed. */
export function refinedRotation(ordered: Ordered, spec: Rope, common: Common): number {
  const measured = measure({ ...common, before: ordered.before, after: ordered.after });
  const options = { allow: common.allow, slack: 0, growth: undefined };
  const costOf = (base: number) => {
    let sum = 0;
    const add = (found: number, expected: number, allowed: number) => {
      sum += Math.log1p(((found - expected) / allowed) ** 2);
    };
    compareEach(measured, { ...spec, base }, options, { add });
    return sum;
  };
  const farthest = measured.positions
    .flatMap((list) => [...list])
    .reduce((most, p) => Math.max(most, Math.abs(p)), 1);
  const found = least(spec.base, Math.min(WIDE, 1 / farthest), costOf);
  const outsideOf = (base: number) => rotationCounts(measured, { ...spec, base }, options).outside;
  const base = shortestOf(found, (each) => outsideOf(each) === 0);
  return outsideOf(base) < outsideOf(spec.base) ? base : spec.base;
}

function compareEach(
  measured: Measured,
  spec: Rope,
  { allow, slack, growth }: Compared,
  counter: Pick<Counter, "add">,
): void {
  const { before, after, positions, errors, arithmetic } = measured;
  const { heads, tokens, width } = before;
  const [frequencies, axes, attention] = [frequenciesOf(spec), axisOfPairs(spec), attentionFactorOf(spec)];
  const { rotaryOffset: first, rotaryDim } = spec;
  const sign = spec.direction === "backward" ? -1 : 1;
  const partner = new Int32Array(width).fill(-1);
  const pairOf = new Int32Array(width).fill(-1);
  for (let pair = 0; pair < rotaryDim / 2; pair++) {
    const [x, y] = channelsOf(spec.pairing, pair, rotaryDim, first);
    [partner[x], partner[y], pairOf[x], pairOf[y]] = [y, x, pair, pair];
  }
  for (let row = 0; row < heads * tokens; row++)
    for (let c = 0; c < width; c++) {
      const at = row * width + c;
      const [own, found] = [before.values[at]!, after.values[at]!];
      const other = partner[c]!;
      const pair = pairOf[c]!;
      const axis = pair < 0 ? 0 : axes[pair]!;
      const position = (positions[axis] ?? positions[0]!)[row % tokens]!;
      let [expected, size, phase] = [own, Math.abs(own), 0];
      let error = errors.before(own);
      if (other >= 0) {
        const there = before.values[row * width + other]!;
        phase = sign * position * frequencies[pair]!;
        const isFirst = c < other;
        const factor = growth === undefined ? attention : 2 ** (growth[pair]! * position);
        expected = factor * (own * Math.cos(phase) + (isFirst ? -1 : 1) * there * Math.sin(phase));
        size = Math.abs(factor) * Math.hypot(own, there);
        error = Math.abs(factor) * Math.hypot(error, errors.before(there));
      }
      const off = Math.min(slack * Math.abs(phase), MOST_SLACK);
      const allowed = error + errors.after(found) + size * (arithmetic + off + allow) + 1e-12;
      counter.add(found, expected, allowed, () => ({
        row: row % tokens,
        column: c,
        head: Math.floor(row / tokens),
        position,
        found,
        expected,
      }));
    }
}
