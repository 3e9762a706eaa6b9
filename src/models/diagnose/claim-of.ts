/** A claim that a spec makes the frequencies. */
import { axesOf, axisOfPairs } from "../../api/rotary/axes.ts";
import { attentionFactorOf } from "../../api/rotary/rule.ts";
import { frequenciesOf, isPlain, type Unpaired } from "./frequencies.ts";
import type { Claim } from "./phases.ts";

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
