/** Measured rotations, and the test whether a claim about frequencies, positions and roundings makes them. */

import { axesOf, axisOfPairs } from "../../../api/rotary/axes.ts";
import { attentionFactorOf } from "../../../api/rotary/rule.ts";
import { frequenciesOf, isPlain, type Rope, type Unpaired } from "../findings/columns.ts";
import type { Draft } from "../findings/findings.ts";
import { type FloatType, roundTo } from "../findings/precision.ts";

// A claim that a spec makes the frequencies.

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

/** Cosines and sines, or the rotations of channel pairs, each with the largest error that it may have. */
export interface Phases {
  readonly rows: number;
  readonly pairs: number;
  /** (rows, pairs) */
  readonly cos: Float64Array;
  /** (rows, pairs) */
  readonly sin: Float64Array;
  /** (rows, pairs): the largest error of either. */
  readonly error: Float64Array;
  /** For each axis, a position for each row. */
  readonly positions: readonly Float64Array[];
  /** The part that was measured, if that is one of the two: sines are 0 then, or cosines 1. */
  readonly only?: "cos" | "sin";
}

/** The position of a pair that follows no axis is 0. */
export const NO_AXIS = -1;

/** A claim about frequencies. */
export interface Claim {
  /** A preset's name, or a spec. */
  readonly is: string | Readonly<Record<string, unknown>> | null;
  /** Radians per position, one for each pair. */
  readonly frequencies: Float64Array;
  /** The axis of each pair; left out if there is one. */
  readonly axes?: readonly number[];
  /** −1 if angles fall with the position. Default: 1. */
  readonly sign?: 1 | -1;
  /** The attention factor, or the scale of a table. */
  readonly factor: number;
  /** Added to the row numbers, if positions were not given. */
  readonly start?: number;
  /** Whether phases are cut to whole numbers. */
  readonly isCut?: boolean;
  /** How far the logarithm of a fitted base may be off. Default: 0. */
  readonly spread?: number;
  readonly faults: readonly Draft[];
  /** Claims with lower costs are tried first. */
  readonly cost: number;
}

/** A departure from a claim. */
export interface Change {
  readonly cost: number;
  readonly faults: readonly Draft[];
  /** Added to positions. */
  readonly offset?: number;
  readonly round?: { readonly [part in "position" | "frequency" | "phase" | "entry"]?: FloatType };
  /** What the cosine and sine became. */
  readonly turn?: "reversed" | "exchanged" | "exchanged-reversed";
  /** Whether phases have the error of the float32 recipe. */
  readonly recipe?: boolean;
}

/** Half the distance of neighbours at 1 in float32, relative to it. */
const FLOAT = 2 ** -24;

/** The error of a float32 phase relative to it: of the exponent, up to ln 10^4 half ulps, of the power and the product. */
const PHASE = 6 * 2 ** -23;

/** A phase with a larger error says nothing. */
const MOST_SLACK = 0.05;

/** A prime stride visits entries far from each other first, so that a wrong claim fails early. */
const STRIDE = 7919;

/** The factor of cosines and sines, and how far it may be off if it was measured. */
export interface Factor {
  readonly value: number;
  readonly error: number;
}

/** Whether a claim with a change, times a factor, makes all cosines and sines. */
export function fits(
  phases: Phases,
  claim: Claim,
  change: Change,
  { value: factor, error: most }: Factor,
): boolean {
  const { rows, pairs, cos, sin, error, only } = phases;
  const total = rows * pairs;
  const stride = total % STRIDE === 0 ? 1 : STRIDE;
  const { phase: type, entry } = change.round ?? {};
  const slack = change.recipe || change.round !== undefined ? PHASE : 0;
  for (let k = 0, at = 0; k < total; k++, at = (at + stride) % total) {
    const row = Math.floor(at / pairs);
    const pair = at - row * pairs;
    const phase = phaseAt(phases.positions, claim, change, { row, pair });
    const off = (slack + ((claim.spread ?? 0) * pair) / pairs) * Math.abs(phase);
    const allowed = error[at]! + most + factor * (FLOAT + Math.min(off, MOST_SLACK));
    const [c, s] = turned(Math.cos(phase), Math.sin(phase), change.turn);
    if (type === undefined && entry === undefined) {
      if (only !== "sin" && Math.abs(cos[at]! - factor * c) > allowed) return false;
      if (only !== "cos" && Math.abs(sin[at]! - factor * s) > allowed) return false;
    } else if (!fitsRounded(at, phases, { phase, type, entry, factor, change })) return false;
  }
  return true;
}

interface Rounded {
  readonly phase: number;
  readonly type: FloatType | undefined;
  readonly entry: FloatType | undefined;
  readonly factor: number;
  readonly change: Change;
}

/** A float32 number next to the middle of two short floats is rounded to either. */
function fitsRounded(
  at: number,
  { cos, sin, error, only }: Phases,
  { phase, type, entry, factor, change }: Rounded,
) {
  const slack = PHASE * Math.abs(phase);
  const allowed = error[at]! + factor * FLOAT;
  const off = FLOAT + Math.min(slack, MOST_SLACK);
  const isNear = (measured: number, exact: number) =>
    entry === undefined
      ? Math.abs(measured - factor * exact) <= allowed
      : [0, off, -off].some(
          (each) => Math.abs(measured - roundTo(entry, factor * (exact + each))) <= allowed,
        );
  return [phase, phase - slack, phase + slack].some((near) => {
    const short = type === undefined ? near : roundTo(type, near);
    const [c, s] = turned(Math.cos(short), Math.sin(short), change.turn);
    return (only === "sin" || isNear(cos[at]!, c)) && (only === "cos" || isNear(sin[at]!, s));
  });
}

/** Positions and frequencies are rounded where they are asked for: most claims fail at one of the first entries. */
function phaseAt(
  positions: Phases["positions"],
  { frequencies, axes, sign = 1, start = 0, isCut = false }: Claim,
  { offset = 0, round = {} }: Change,
  { row, pair }: { row: number; pair: number },
): number {
  const axis = axes?.[pair] ?? 0;
  if (axis === NO_AXIS) return 0;
  const position = (positions[axis] ?? positions[0]!)[row]! + (offset + start);
  const phase = sign * rounded(round.position, position) * rounded(round.frequency, frequencies[pair]!);
  return isCut ? Math.floor(phase) : phase;
}

const rounded = (type: FloatType | undefined, x: number) => (type === undefined ? x : roundTo(type, x));

function turned(c: number, s: number, turn: Change["turn"]): readonly [number, number] {
  if (turn === "reversed") return [c, -s];
  if (turn === "exchanged") return [s, c];
  return turn === "exchanged-reversed" ? [-s, c] : [c, s];
}

/** At most this many entries are used to measure the length. */
const FEW = 8192;

/** The mean length of the pairs, how far it may be off to be another number, and how far it is off if all entries are rounded alike. */
export function lengthOf({ cos, sin, error, only }: Phases): {
  length: number;
  error: number;
  likely: number;
} {
  if (only !== undefined) return { length: 1, error: 0, likely: 0 };
  let [sum, weights, off] = [0, 0, 0];
  const stride = Math.max(1, Math.floor(cos.length / FEW));
  for (let at = 0; at < cos.length; at += stride) {
    const weight = 1 / (error[at]! + FLOAT) ** 2;
    if (weight === 0) continue; // a row of padding
    sum += weight * Math.sqrt(cos[at]! ** 2 + sin[at]! ** 2);
    off += weight * error[at]!;
    weights += weight;
  }
  if (weights === 0) return { length: 1, error: 1, likely: 1 };
  const mean = off / weights;
  return { length: sum / weights, error: 1.5 * mean + 1e-6, likely: mean };
}

/** Less evidence is only a guess: the number of entries that differ from position 0, and the bits to which they are known. */
const FEWEST = { entries: 3, bits: 24 };

/** Whether there is enough evidence for a claim that fits. */
export function isEnough({ cos, sin, error }: Phases, factor: number): boolean {
  let [entries, bits] = [0, 0];
  for (let at = 0; at < cos.length; at++) {
    const size = Math.max(Math.abs(cos[at]! - factor), Math.abs(sin[at]!));
    if (size <= 4 * error[at]!) continue;
    entries++;
    bits += Math.log2(size / (error[at]! + FLOAT));
    if (entries >= FEWEST.entries && bits >= FEWEST.bits) return true;
  }
  return false;
}
