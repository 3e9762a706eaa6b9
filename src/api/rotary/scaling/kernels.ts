/** The effect of a scaling type on RoPE. */
import type { Engine } from "../../module/engine.ts";
import type { Resolved } from "../../spec/rules.ts";
import type { PowersSchedule, Schedule } from "../../table/schedule.ts";

export interface ScalingKernels<Scaling> {
  /** The frequencies instead of the `plain` ones. */
  schedule(scaling: Scaling, plain: PowersSchedule, currentLength: number): Schedule;
  /** The most tokens for which the frequencies do not depend on `currentLength`. Default: any number. */
  fixedUpTo?(scaling: Scaling): number;
  /** Factor of cosines and sines. Default: 1. */
  attentionFactor?(scaling: Scaling, engine: Engine, currentLength: number): number;
}

/** The same effect in float64, for comparison with what others compute. */
export interface ScalingRule<Scaling> {
  /** The frequencies instead of the `plain` ones. Default: these. */
  scale?(plain: readonly number[], scaling: Scaling, of: { base: number; width: number }): number[];
  /** For types that change the base: it becomes base · growth^(d/(d − 2)). */
  growth?(scaling: Scaling, tokens: number): number;
  /** Factor of cosines and sines, for a text of this many tokens. Default: 1. */
  attentionFactor?(scaling: Scaling, tokens: number): number;
}

/** A spec whose scaling has these fields. */
export interface Scaled<Fields> {
  rotaryDim: number;
  base: number;
  scaling: Resolved<Fields>;
}
