/** Slopes of ALiBi, right and wrong. */
import { cannotTell, type Diagnosis, diagnosisOf } from "./diagnosis.ts";
import { type Draft, draft } from "./findings.ts";
import { type Precision, type Print, precisionOf, roundTo } from "./precision.ts";

const SUBJECT = "The list of slopes";

/** The slopes of the published rule. */
export function alibiSlopes(heads: number): Float64Array {
  const lower = 2 ** Math.floor(Math.log2(heads));
  return Float64Array.from({ length: heads }, (_, head) =>
    head < lower ? 2 ** ((-8 * (head + 1)) / lower) : 2 ** ((-4 * (2 * (head - lower) + 1)) / lower),
  );
}

interface Rule {
  readonly slopes: (heads: number) => ArrayLike<number>;
  readonly faults: readonly Draft[];
  /** Whether the rule differs from the right one. */
  readonly differs: (heads: number) => boolean;
}

const isPower = (heads: number) => Number.isInteger(Math.log2(heads));
const power = (heads: number, shift: number) =>
  Float64Array.from({ length: heads }, (_, head) => 2 ** ((-8 * (head + shift)) / heads));

const rules: readonly Rule[] = [
  { slopes: alibiSlopes, faults: [], differs: () => true },
  {
    slopes: (heads) => power(heads, 1),
    faults: [draft("slopes-of-a-power")],
    differs: (heads) => !isPower(heads),
  },
  {
    slopes: (heads) => alibiSlopes(2 ** Math.ceil(Math.log2(heads))).slice(0, heads),
    faults: [draft("slopes-cut")],
    differs: (heads) => !isPower(heads),
  },
  { slopes: (heads) => power(heads, 0), faults: [draft("slopes-start-at-one")], differs: () => true },
  {
    slopes: (heads) => alibiSlopes(heads).reverse(),
    faults: [draft("slopes-reversed")],
    differs: (heads) => heads > 1,
  },
  {
    slopes: (heads) => alibiSlopes(heads).sort().reverse(),
    faults: [draft("slopes-reversed")],
    differs: (heads) => !isPower(heads),
  },
];

/** Powers of 2 in float32 have an error of a few units of the last place. */
const POWER = 2 ** -21;

export function diagnoseSlopes(slopes: Float64Array, print: Print): Diagnosis {
  const heads = slopes.length;
  const precision = precisionOf([slopes], print);
  if (heads < 2) return cannotTell(SUBJECT, "one slope fits many rules");
  for (const sign of [1, -1])
    for (const rule of rules.filter(({ differs }) => differs(heads))) {
      const right = rule.slopes(heads);
      const rounded = roundingOf(slopes, right, { precision, sign });
      if (rounded === undefined) continue;
      const faults = [
        ...rule.faults.map((fault) => ({
          ...fault,
          evidence: [{ what: "heads", value: heads, unit: "heads" }],
        })),
        ...(sign < 0 ? [draft("bias-sign", ["sign of the slopes", -1])] : []),
        ...(rounded === "none" ? [] : [draft("slopes-rounded", ["significant bits", bits[rounded], "bits"])]),
      ];
      return diagnosisOf({
        is: { method: "alibi", heads },
        models: ["bloom", "mpt"],
        faults,
        confidence: 0.95,
        subject: SUBJECT,
      });
    }
  return cannotTell(SUBJECT, "they follow neither ALiBi's rule nor a usual mistake with it");
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
