/** Slips of the line that computes the angles of a rotation: the same as in a table, see `mistakes`. */

import type { Rope } from "../findings/columns.ts";
import { type Draft, draft } from "../findings/findings.ts";
import { type Mistake, mistakes } from "../findings/mistakes.ts";
import { type Claim, claimOf, type RotaryContext, shortOf } from "./phases.ts";

/** Slips that change the frequencies; what the others make is seen in single entries. */
const names = [
  "degrees",
  "turns",
  "integer-division",
  "exponent-integer",
  "exponent-doubled",
  "exponent-halved",
  "multiplied",
  "order-reversed",
  "position-normalised",
] as const;

/** A part of a head is more often divided by the whole width than by a wrong exponent. */
const PARTIAL = 0.15;

/** Positions are divided by such numbers as a scaling rule, too. */
const isUsualFactor = (count: number) => Number.isInteger(Math.log2(count)) || count === 40;

/** Each slip with the expected rotation, each a claim of cost 1 to 1.3. */
export function slippedClaims(spec: Rope, context: RotaryContext): Claim[] {
  const { pairs, span = Number.NaN } = context;
  if (spec.rotaryDim !== 2 * pairs) return [];
  const right = claimOf(spec, { is: shortOf(spec), faults: [], cost: 1 });
  const columns = Array.from(
    right.frequencies,
    (frequency, pair) => ({ wave: "cos", pair, frequency, axis: 0 }) as const,
  );
  const sheet = { columns, factor: 1, layout: "", start: 0 };
  const slips = names.flatMap((name) => {
    const { makes } = mistakes[name] as Mistake & Required<Pick<Mistake, "makes">>;
    const isPart = spec.rotaryDim !== spec.headDim && name === "exponent-halved";
    const cost =
      1 +
      (makes.cost - 1) / 4 +
      (isPart || (name === "position-normalised" && isUsualFactor(span)) ? PARTIAL : 0);
    return makes.of(sheet, { rows: span, base: spec.base }).map(
      ({ sheet: made, position = (p: number) => p }): Claim => ({
        ...right,
        frequencies: Float64Array.from(made.columns, ({ frequency }) => position(frequency)),
        ...(made.phase !== undefined && { isCut: true }),
        faults: [draft(name)],
        cost,
      }),
    );
  });
  return [...slips, ...faster(right, context)].filter(({ frequencies }) =>
    frequencies.every(Number.isFinite),
  );
}

/** Positions that are multiplied by the factor of the slowest pairs; divided ones are scaled. */
function faster(right: Claim, { frequencies, errors }: RotaryContext): Claim[] {
  const known = [...right.frequencies.keys()].filter(
    (at) => right.frequencies[at]! > 0 && errors[at]! < 0.02 * Math.abs(frequencies[at]!),
  );
  const pair = known.at(-1) ?? 0;
  const ratio = Math.abs(frequencies[pair]!) / right.frequencies[pair]!;
  if (!(ratio > 1.01)) return [];
  return [
    ...new Set([Math.round(ratio), ...[2, 3, 6].map((digits) => Number(ratio.toPrecision(digits)))]),
  ].map((factor) => {
    const fault: Draft = draft("positions-scaled", ["factor", factor]);
    return { ...right, frequencies: right.frequencies.map((f) => factor * f), faults: [fault], cost: 1.25 };
  });
}
