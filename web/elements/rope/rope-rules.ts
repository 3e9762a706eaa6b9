import type { ResolvedSpec } from "../../../src/entries/encodings.ts";
import type { Lengths, ScheduleName } from "../../methods/schedules/schedule.ts";
import { SCHEDULES, scheduleOf, stretched } from "../../methods/schedules/schedules.ts";

/** The rotary encoding of a model under each rule that scales frequencies for longer texts. */

export type RopeSpec = ResolvedSpec<"rope">;

/** The first row shows the model without scaling. */
const PLAIN = "none" satisfies ScheduleName;

export interface RuledSpec {
  readonly rule: ScheduleName;
  /** The title of the rule, with its factor. */
  readonly label: string;
  /** Whether it is the model's own rule, with the model's numbers. */
  readonly isOwn: boolean;
  readonly spec: RopeSpec;
}

/** The trained length that a spec states. */
export function trainedLength({ scaling }: RopeSpec): number | undefined {
  return "originalLength" in scaling ? scaling.originalLength : undefined;
}

/**
 * The model with its own rule, and with other rules that stretch its trained length to the context. LongRoPE's divisors
 * were found by a search for one model, so only that model has them.
 */
export function ruledSpecs(spec: RopeSpec, compared: readonly ScheduleName[], lengths: Lengths): RuledSpec[] {
  const own = spec.scaling.type;
  const shown = SCHEDULES.filter((rule) => rule === own || rule === PLAIN || compared.includes(rule));
  return shown.flatMap((rule) => {
    const scaling = rule === own ? spec.scaling : stretched(rule, lengths);
    const allowed = rule === PLAIN || rule === own || !spec.restartSections;
    if (scaling === undefined || !allowed) return [];
    const { title } = scheduleOf({ type: rule });
    const factor = "factor" in scaling ? scaling.factor : 1;
    const label = factor === 1 ? title : `${title} × ${brief(factor)}`;
    const ruled = { ...spec, scaling, currentLength: lengths.context };
    return [{ rule, label, isOwn: rule === own && rule !== PLAIN, spec: ruled }];
  });
}

const brief = (factor: number): string => String(Number(factor.toPrecision(3)));

/** Whether a pair takes all angles in texts of the trained length, all that the context needs, or fewer. */
export type Fate = "finished" | "seen" | "unseen";

/** Relative rounding error of the product of a frequency and a length. */
const ROUNDING = 1e-9;

/**
 * The fate of a pair.
 * @param plain - its frequency in training, radians per token
 * @param scaled - its frequency under a rule
 */
export function fateOf(plain: number, scaled: number, { trained, context }: Lengths): Fate {
  if (plain * trained >= 2 * Math.PI) return "finished";
  return scaled * context <= plain * trained * (1 + ROUNDING) ? "seen" : "unseen";
}
