/** A bias of several heads: each head is diagnosed by itself, and the slopes of ALiBi as a list. */
import { type Comparison, type Diagnosis, nameOf } from "../findings/diagnosis.ts";

const isWrong = ({ is, findings, comparison }: Diagnosis) =>
  is === null || comparison?.equal === false || findings.some(({ severity }) => severity === "fault");

/**
 * @param heads The diagnosis of each head.
 * @param ofSlopes Diagnoses the slopes of all heads; undefined if numbers of another file were expected.
 */
export function diagnoseHeads(
  heads: readonly Diagnosis[],
  ofSlopes: ((slopes: readonly number[]) => Diagnosis) | undefined,
): Diagnosis {
  const wrong = heads.filter(isWrong);
  if (wrong.length > 0) {
    const head = heads.indexOf(wrong[0]!);
    const others =
      wrong.length === 1 ? "" : ` (the same or another fault in ${wrong.length} of ${heads.length} heads)`;
    const { verdict, comparison } = heads[head]!;
    return {
      ...heads[head]!,
      verdict: `Head ${head}${others}: ${verdict}`,
      comparison: within(comparison, head),
    };
  }
  const comparison = together(heads);
  const slopes = heads.map(slopeOf);
  const list = slopes.every((slope) => slope !== undefined) ? ofSlopes?.(slopes) : undefined;
  if (list !== undefined) {
    const verdict = `Each head has the bias of ALiBi. ${list.verdict}`;
    return { ...list, verdict, comparison: comparison ?? list.comparison };
  }
  const [first] = heads as [Diagnosis];
  const isOne = heads.every(({ is }) => JSON.stringify(is) === JSON.stringify(first.is));
  const verdict = isOne
    ? `All ${heads.length} heads: ${first.verdict}`
    : `Heads differ: ${heads.map(({ is }) => nameOf(is)).join("; ")}.`;
  return { ...first, is: isOne ? first.is : null, verdict, comparison };
}

function slopeOf({ is }: Diagnosis): number | undefined {
  const { method, slope } = typeof is === "object" && is !== null ? is : {};
  return method === "alibi" && typeof slope === "number" ? slope : undefined;
}

/** The places of a comparison, with their head. */
function within(comparison: Comparison | null, head: number): Comparison | null {
  if (comparison === null) return null;
  const { first, worst } = comparison;
  return { ...comparison, first: first && { ...first, head }, worst: worst && { ...worst, head } };
}

/** The comparison of all heads, which are equal; null if nothing was expected. */
function together(heads: readonly Diagnosis[]): Comparison | null {
  const all = heads.flatMap(({ comparison }) => comparison ?? []);
  const [first] = all;
  if (first === undefined) return null;
  const most = (of: (comparison: Comparison) => number) =>
    all.reduce((sum, each) => Math.max(sum, of(each)), 0);
  return {
    ...first,
    compared: all.reduce((sum, { compared }) => sum + compared, 0),
    largest: most(({ largest }) => largest),
    bound: most(({ bound }) => bound),
    notCompared: first.notCompared.filter((what) => what !== WHICH_HEAD),
  };
}

/** What a comparison of one head with a rule for all heads does not tell. */
export const WHICH_HEAD = "which head it is";
