import type { Engine } from "../module/engine.ts";
import type { Spec } from "../spec.ts";
import { attentionFactorOf, type CheckSpec, checkRotary } from "./rotary.ts";

export interface AttentionFactor<S = Spec> {
  /**
   * The attention factor: YaRN and LongRoPE multiply cosines and sines by it. It is 1 for all other encodings.
   *
   * Scores grow by its square, because queries and keys are both multiplied by it. Source: Peng et al. 2023, arXiv 2309.00071, section 3.4.
   *
   * @param spec A rotary encoding.
   * @returns The factor of the spec, if it gives one, or the double nearest to the formula.
   * @throws As {@link checkSpec} does, for the spec; RangeError for a spec of another family.
   * @example
   * pe.attentionFactor({ preset: "qwen-2.5-yarn" }); // 1.138629436111989
   */
  attentionFactor(spec: S): number;
}

export function attentionFactor(engine: Engine, checkSpec: CheckSpec): AttentionFactor["attentionFactor"] {
  return (spec) => attentionFactorOf(engine, checkRotary(checkSpec(spec)));
}
