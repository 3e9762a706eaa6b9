import { formatFixed, formatInteger, formatRough, formatSmall } from "../../plot/numbers.ts";
import type { Judged } from "./ways.ts";

/** The four criteria, and the computed number that decides each. */

export interface Criterion {
  readonly title: string;
  readonly question: string;
}

export const CRITERIA: readonly Criterion[] = [
  { title: "unique", question: "Is every position different from all others?" },
  {
    title: "consistent",
    question: "Is the distance for an offset the same everywhere, and in texts of any length?",
  },
  { title: "bounded", question: "Do all values stay between −1 and 1?" },
  { title: "goes on", question: "Does it continue to longer texts, with values that were seen?" },
];

export interface CriterionVerdict {
  readonly holds: boolean;
  /** The number that decides, in a few words. */
  readonly reason: string;
}

/** Largest relative change of a distance by the rounding of float32 entries. */
const ROUNDING = 1e-5;

export function verdictsOf(judged: Judged, length: number): readonly CriterionVerdict[] {
  const { unique, consistent, bounded } = judged.criteria;
  return [
    { holds: unique.holds, reason: `at least ${formatRough(unique.smallestDistance)} apart` },
    steps(judged, consistent.holds, consistent.largestSpread),
    {
      holds: bounded.holds,
      reason: `${brief(bounded.smallest)} … ${brief(bounded.largest)}, mean ${briefMean(bounded.mean)}`,
    },
    longer(judged, length),
  ];
}

/** The verdict on steps: a text of this length and one of twice the length must have the same. */
function steps({ steps: [step, twice] }: Judged, holds: boolean, spread: number): CriterionVerdict {
  if (!holds) return { holds, reason: `differ by ${formatRough(spread)}` };
  if (Math.abs(step - twice) <= ROUNDING * step) return { holds, reason: `differ by ${formatSmall(spread)}` };
  return { holds: false, reason: `${formatRough(step)} or ${formatRough(twice)} apart` };
}

function longer({ beyond, criteria: { bounded } }: Judged, length: number): CriterionVerdict {
  if (beyond === undefined) return { holds: false, reason: `row ${formatInteger(length)} is missing` };
  const seen = Math.max(-bounded.smallest, bounded.largest);
  const holds = beyond <= Math.max(seen, 1) * (1 + ROUNDING);
  const last = formatInteger(2 * length - 1);
  return { holds, reason: `up to ${brief(beyond)} at ${last}` };
}

const briefMean = (mean: number): string => (mean >= 1 ? formatRough(mean) : formatFixed(mean, 3));

const brief = (value: number): string => formatRough(value, 3);
