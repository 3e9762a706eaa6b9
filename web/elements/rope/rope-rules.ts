import type { ResolvedSpec } from "../../../src/api/full.ts";

/** One model's rotary encoding under each rule that stretches its frequencies over longer texts. */

export type RopeSpec = ResolvedSpec<"rope">;

export const RULES = [
  "none",
  "linear",
  "ntk",
  "dynamic",
  "yarn",
  "llama3",
  "longrope",
  "proportional",
] as const satisfies readonly RopeSpec["scaling"]["type"][];

export type Rule = (typeof RULES)[number];

const NAMES: Readonly<Record<Rule, string>> = {
  none: "no scaling",
  linear: "linear",
  ntk: "NTK-aware",
  dynamic: "dynamic NTK",
  yarn: "YaRN",
  llama3: "Llama 3",
  longrope: "LongRoPE",
  proportional: "p-RoPE",
};

export interface RuledSpec {
  readonly rule: Rule;
  /** With the factor by which the rule stretches. */
  readonly label: string;
  /** Whether it is the model's own rule, with its own numbers. */
  readonly isOwn: boolean;
  readonly spec: RopeSpec;
}

/** Lengths in tokens. */
export interface Lengths {
  /** That of the texts that the model was first trained with. */
  readonly trained: number;
  /** That of the text it reads now. */
  readonly context: number;
}

/** The trained length that a spec states. */
export function trainedLength({ scaling }: RopeSpec): number | undefined {
  return "originalLength" in scaling ? scaling.originalLength : undefined;
}

/**
 * The model as it is, and under other rules, stretched from its trained length to the context. LongRoPE has divisors
 * that were searched for one model, so only that model has it.
 */
export function ruledSpecs(spec: RopeSpec, compared: readonly Rule[], lengths: Lengths): RuledSpec[] {
  const own = spec.scaling.type;
  const shown = RULES.filter((rule) => rule === own || rule === "none" || compared.includes(rule));
  return shown.flatMap((rule) => {
    const scaling = rule === own ? spec.scaling : stretched(rule, lengths);
    const allowed = rule === "none" || rule === own || spec.restartSections === false;
    if (scaling === undefined || !allowed) return [];
    const factor = "factor" in scaling ? scaling.factor : 1;
    const label = factor === 1 ? NAMES[rule] : `${NAMES[rule]} × ${brief(factor)}`;
    const ruled = { ...spec, scaling, currentLength: lengths.context };
    return [{ rule, label, isOwn: rule === own && rule !== "none", spec: ruled }];
  });
}

const brief = (factor: number): string => String(Number(factor.toPrecision(3)));

/** Growth of dynamic NTK in most published configurations. */
const DYNAMIC_FACTOR = 2;
/** Share of the pairs that turn in p-RoPE, as in Gemma 4. */
const TURNING_SHARE = 0.25;

type Scaling = RopeSpec["scaling"];

/** A rule with the numbers that its paper gives, for a text longer than the trained ones. */
function stretched(rule: Rule, { trained, context }: Lengths): Scaling | undefined {
  const factor = Math.max(1, context / trained);
  switch (rule) {
    case "none":
      return { type: rule };
    case "linear":
    case "ntk":
      return { type: rule, factor };
    case "dynamic":
      return { type: rule, factor: DYNAMIC_FACTOR, originalLength: trained };
    case "yarn":
      return { type: rule, factor, originalLength: trained, betaFast: 32, betaSlow: 1, truncate: true };
    case "llama3":
      return { type: rule, factor, originalLength: trained, lowFreqFactor: 1, highFreqFactor: 4 };
    case "longrope":
      return undefined;
    case "proportional":
      return { type: rule, partialRotaryFactor: TURNING_SHARE, factor: 1 };
  }
}

/** What texts of the trained length have shown of a pair's angles: all of them, those that the context needs, or fewer. */
export type Fate = "finished" | "seen" | "unseen";

/** Rounding of a product of frequency and length, relative. */
const ROUNDING = 1e-9;

/**
 * The fate of a pair.
 * @param plain - its frequency in training, radians a token
 * @param scaled - its frequency under a rule
 */
export function fateOf(plain: number, scaled: number, { trained, context }: Lengths): Fate {
  if (plain * trained >= 2 * Math.PI) return "finished";
  return scaled * context <= plain * trained * (1 + ROUNDING) ? "seen" : "unseen";
}
