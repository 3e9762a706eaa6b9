/** What a rotary method computes: each part if it has it. */
import type { xposSides } from "../../bindings/full/rotary.ts";
import type { Area } from "../module/areas.ts";
import type { Step } from "../module/calls.ts";
import type { Engine } from "../module/engine.ts";
import type { FrequencyKernels } from "../table/schedule.ts";

/** Which side of a score is rotated. */
export type Side = (typeof xposSides)[number];

export interface RotaryKernels<Spec> extends FrequencyKernels<Spec> {
  rotary?: {
    /** Factor of cosines and sines. Default: 1. */
    attentionFactor?(spec: Spec, engine: Engine): number;
    /** How many axes positions have. Default: 1. */
    axes?(spec: Spec): number;
    /** The axis that each pair rotates with. Default: the only one. */
    axisOfPair?(spec: Spec): number[];
    /** Changes the table, by the side: without it, queries and keys are rotated alike. */
    grow?(spec: Spec, table: { table: Area<Float32Array>; positions: Area<Float64Array>; side: Side }): Step;
  };
}
