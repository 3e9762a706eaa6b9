/** Slopes of ALiBi, right and wrong. */
import type { ResolvedSpec } from "../../../api/methods.ts";
import { cannotTell, type Diagnosis, diagnosisOf } from "../findings/diagnosis.ts";
import { type Draft, draft } from "../findings/findings.ts";
import { type Precision, type Print, precisionOf, roundTo } from "../findings/precision.ts";
import { type EachExpected, judgedEach, listTable, nearestEach, otherList, POWER } from "./against-each.ts";

const SUBJECT = "The list of slopes";

/** The slopes of the published rule; the last of a power of two is 2^−most. */
export function alibiSlopes(heads: number, most = 8): Float64Array {
  const lower = 2 ** Math.floor(Math.log2(heads));
  return Float64Array.from({ length: heads }, (_, head) =>
    head < lower
      ? 2 ** ((-most * (head + 1)) / lower)
      : 2 ** (((-most / 2) * (2 * (head - lower) + 1)) / lower),
  );
}

interface Rule {
  readonly slopes: (heads: number, most: number) => ArrayLike<number>;
  readonly faults: readonly Draft[];
  /** Whether the rule differs from the right one. */
  readonly differs: (heads: number) => boolean;
}

const isPower = (heads: number) => Number.isInteger(Math.log2(heads));
const power = (heads: number, most: number, shift: number) =>
  Float64Array.from({ length: heads }, (_, head) => 2 ** ((-most * (head + shift)) / heads));

const rules: readonly Rule[] = [
  { slopes: alibiSlopes, faults: [], differs: () => true },
  {
    slopes: (heads, most) => power(heads, most, 1),
    faults: [draft("slopes-of-a-power")],
    differs: (heads) => !isPower(heads),
  },
  {
    slopes: (heads, most) => alibiSlopes(2 ** Math.ceil(Math.log2(heads)), most).slice(0, heads),
    faults: [draft("slopes-cut")],
    differs: (heads) => !isPower(heads),
  },
  {
    slopes: (heads, most) => power(heads, most, 0),
    faults: [draft("slopes-start-at-one")],
    differs: () => true,
  },
  {
    slopes: (heads, most) => alibiSlopes(heads, most).reverse(),
    faults: [draft("slopes-reversed")],
    differs: (heads) => heads > 1,
  },
  {
    slopes: (heads, most) => alibiSlopes(heads, most).sort().reverse(),
    faults: [draft("slopes-sorted")],
    differs: (heads) => !isPower(heads),
  },
  {
    slopes: (heads, most) => alibiSlopes(heads, most).sort(),
    faults: [draft("slopes-sorted")],
    differs: (heads) => !isPower(heads),
  },
  {
    slopes: (heads, most) => alibiSlopes(heads, most).map((slope) => 1 / slope),
    faults: [draft("slopes-inverted")],
    differs: () => true,
  },
];

export interface SlopesInput {
  readonly slopes: Float64Array;
  readonly print: Print;
  readonly allow?: number;
  /** What the slopes should be: a rule for any number of heads, or other slopes. */
  readonly expected?: ResolvedSpec<"alibi"> | Float64Array | undefined;
}

export function diagnoseSlopes({ slopes, print, allow = 0, expected }: SlopesInput): Diagnosis {
  const heads = slopes.length;
  const precision = precisionOf([slopes], print);
  const isRule = expected !== undefined && "biasMax" in expected;
  const named = ruleOf(slopes, precision, isRule ? expected.biasMax : 8);
  if (expected !== undefined) {
    const right: EachExpected = isRule
      ? {
          name: "the expected slopes",
          is: { method: "alibi", heads, ...(expected.biasMax !== 8 && { biasMax: expected.biasMax }) },
          at: (_, head) => alibiSlopes(heads, expected.biasMax)[head]!,
        }
      : otherList(expected, heads);
    const table = listTable(slopes);
    const nearest = nearestEach({ table, precision, allow }, [right]);
    const isRounding = (fault: Draft) => fault.name === "slopes-rounded";
    const known = isRule ? (named ?? []) : [];
    return judgedEach(SUBJECT, nearest, nearest.comparison.equal ? known.filter(isRounding) : known);
  }
  if (heads < 2) return cannotTell(SUBJECT, "one slope fits many rules");
  if (named === undefined)
    return cannotTell(SUBJECT, "they follow neither ALiBi's rule nor a usual mistake with it");
  const is = { method: "alibi", heads };
  return diagnosisOf({ is, models: ["bloom", "mpt"], faults: named, confidence: 0.95, subject: SUBJECT });
}

/** What is wrong with slopes by the first rule that they follow; undefined if they follow none. */
function ruleOf(slopes: Float64Array, precision: Precision, most: number): Draft[] | undefined {
  const heads = slopes.length;
  for (const sign of [1, -1])
    for (const rule of rules.filter(({ differs }) => differs(heads))) {
      const rounded = roundingOf(slopes, rule.slopes(heads, most), { precision, sign });
      if (rounded === undefined) continue;
      return [
        ...rule.faults.map((fault) => ({
          ...fault,
          evidence: [{ what: "heads", value: heads, unit: "heads" }],
        })),
        ...(sign < 0 ? [draft("bias-sign", ["sign of the slopes", -1])] : []),
        ...(rounded === "none" ? [] : [draft("slopes-rounded", ["significant bits", bits[rounded], "bits"])]),
      ];
    }
  return undefined;
}

const bits = { bfloat16: 8, float16: 11 } as const;

/** The type that a rule's numbers were rounded to, or `none`; undefined if they are others. */
function roundingOf(
  given: Float64Array,
  right: ArrayLike<number>,
  { precision, sign }: { precision: Precision; sign: number },
): "none" | keyof typeof bits | undefined {
  const isNear = (round: (x: number) => number) =>
    given.every((value, head) => {
      const exact = right[head]!;
      return Math.abs(sign * value - round(exact)) <= precision.printErrorOf(value) + POWER * exact;
    });
  if (isNear((x) => x)) return "none";
  return (["bfloat16", "float16"] as const).find((type) => isNear((x) => roundTo(type, x)));
}
