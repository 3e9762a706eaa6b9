/** The computations of a rotary method. */
import type { xposSides } from "../../bindings/full/rerotation.ts";
import type { Area } from "../module/areas.ts";
import type { Engine } from "../module/engine.ts";
import type { FrequencyKernels } from "../table/schedule.ts";

/** Which side of a score is rotated. */
export type Side = (typeof xposSides)[number];

/** With the position, pairs of queries grow and pairs of keys shrink, by 2^(± exponent · position / scaleBase). */
export interface Growth {
  /** One for each pair. */
  exponents: Area<Float64Array>;
  scaleBase: number;
}

export interface RotaryKernels<Spec> extends FrequencyKernels<Spec> {
  rotary?: {
    /** Factor of cosines and sines. Default: 1. */
    attentionFactor?(spec: Spec, engine: Engine): number;
    /** Number of axes that a position has. Default: 1. */
    axes?(spec: Spec): number;
    /** The axis whose positions rotate each pair. Default: the only one. */
    axisOfPair?(spec: Spec): number[];
    /** The first position whose frequencies need a `currentLength`, if it was left out. Default: none. */
    openFrom?(spec: Spec): number;
    /** A method without it rotates queries and keys alike. */
    growth?(spec: Spec): Growth;
  };
}
