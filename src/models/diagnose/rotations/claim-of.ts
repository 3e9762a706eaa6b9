/** A claim that a spec makes the frequencies. */
import { axesOf, axisOfPairs } from "../../../api/rotary/axes.ts";
import { attentionFactorOf } from "../../../api/rotary/rule.ts";
import { frequenciesOf, isPlain, type Rope, type Unpaired } from "../findings/frequencies.ts";
import type { Claim } from "./phases.ts";

/** What claims about a rotation are made from. */
export interface RotaryContext {
  readonly pairs: number;
  /** Channels of a head, if they are known. */
  readonly headDim?: number | undefined;
  readonly expected?: Rope | undefined;
  /** How presets and callers name what they expect. */
  readonly expectedName?: Claim["is"] | undefined;
  /** Bases that were fitted to the numbers, the likeliest first. */
  readonly bases: readonly number[];
  /** The frequency of the first pair, as fitted: 1 unless all are scaled. */
  readonly first: number;
  /** How far the logarithm of the last base may be off. */
  readonly spread: number;
  /** Whether only plain powers of a base are looked for, without scaling. Default: no. */
  readonly isPlain?: boolean | undefined;
  /** The frequency of each pair as measured, and its largest error. */
  readonly frequencies: Float64Array;
  readonly errors: Float64Array;
  /** The rows between the first position and the last one, both included, if there are rows. */
  readonly span?: number | undefined;
  /** The measured factor of cosines and sines, if there are any. */
  readonly length?: { readonly length: number; readonly error: number } | undefined;
}

export const claimOf = (
  spec: Unpaired,
  { is, faults, cost }: Pick<Claim, "is" | "faults" | "cost">,
): Claim => ({
  is,
  frequencies: frequenciesOf(spec),
  ...(axesOf(spec) === 1 ? {} : { axes: axisOfPairs(spec) }),
  ...(spec.direction === "backward" && { sign: -1 }),
  factor: attentionFactorOf(spec),
  faults,
  cost,
});

/** The spec without the fields that have their default. */
export function shortOf(spec: Unpaired): Readonly<Record<string, unknown>> {
  const {
    version: _,
    method,
    headDim,
    rotaryDim,
    rotaryOffset,
    base,
    pairing,
    direction,
    scaling,
    ...rest
  } = spec;
  const {
    currentLength,
    sections,
    interleavedSections,
    restartSections,
    axisOfPair,
    frequencyOfPair,
    baseOfAxis,
  } = rest;
  return {
    method,
    headDim,
    ...(rotaryDim === headDim ? {} : { rotaryDim }),
    ...(rotaryOffset === 0 ? {} : { rotaryOffset }),
    base,
    ...(pairing === undefined ? {} : { pairing }),
    ...(direction === "forward" ? {} : { direction }),
    ...(isPlain(scaling) ? {} : { scaling }),
    ...(currentLength === 0 ? {} : { currentLength }),
    ...(sections === undefined ? {} : { sections }),
    ...(interleavedSections ? { interleavedSections } : {}),
    ...(axisOfPair === undefined ? {} : { axisOfPair }),
    ...(restartSections ? { restartSections } : {}),
    ...(baseOfAxis === undefined ? {} : { baseOfAxis }),
    ...(frequencyOfPair === undefined ? {} : { frequencyOfPair }),
  };
}
