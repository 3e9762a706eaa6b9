/** The table that a rotary encoding rotates tokens by, and the calls that make it. */
import { type XposKeys, xposSides } from "../../bindings/full/rerotation.ts";
import { pairings, type RotaryTokens } from "../../bindings/rotary.ts";
import { word } from "../../bindings/slots.ts";
import { checkWord } from "../arguments/check.ts";
import { notComputed, typeError } from "../arguments/errors.ts";
import type { ResolvedSpec, RotaryMethod } from "../methods.ts";
import { type Area, input, nothing, room, written } from "../module/areas.ts";
import { type Step, step } from "../module/calls.ts";
import type { Engine } from "../module/engine.ts";
import { once } from "../module/once.ts";
import { alongRows, rowFrom, rowsOfPart } from "../module/parts.ts";
import type { RotaryKernels, Side } from "../rotary/kernels.ts";
import { ropeKernels } from "../rotary/rope.ts";
import { xposKernels } from "../rotary/xpos.ts";
import { scheduleArea } from "../table/schedule.ts";
import type { CheckedTokens } from "./rotary-positions.ts";

export type { Side };

export type ResolvedRotary = ResolvedSpec<RotaryMethod>;

/** A check of specs, against all methods and presets of an entry. */
export type CheckSpec = (spec: unknown) => ResolvedSpec;

const kernels: { readonly [M in RotaryMethod]: RotaryKernels<ResolvedSpec<M>> } = {
  rope: ropeKernels,
  xpos: xposKernels,
};

const kernelsOf = ({ method }: ResolvedRotary) =>
  kernels[method] as RotaryKernels<never> as RotaryKernels<ResolvedRotary>;

export function checkRotary(spec: ResolvedSpec): ResolvedRotary {
  if (Object.hasOwn(kernels, spec.method)) return spec as ResolvedRotary;
  throw notComputed("method", spec.method, "does not rotate queries and keys");
}

const rotaryOf = (spec: ResolvedRotary) => kernelsOf(spec).rotary!;

/** Checks `side`, which is required if the spec rotates queries and keys differently, and not allowed otherwise. */
export function checkSide(spec: ResolvedRotary, given: unknown): Side {
  if (rotaryOf(spec).growth !== undefined) return checkWord("side", given, xposSides);
  if (given === undefined) return "query";
  const text = `side is only for xpos; leave it out, because "${spec.method}" rotates queries and keys alike`;
  throw typeError(text, { code: "conflict", param: "side", value: given });
}

/** The factor of cosines and sines. */
export const attentionFactorOf = (engine: Engine, spec: ResolvedRotary): number =>
  rotaryOf(spec).attentionFactor?.(spec, engine) ?? 1;

/** The factor of cosines and sines, as the float32 recipe rounds it. */
export function roundedFactorOf(engine: Engine, spec: ResolvedRotary): number {
  const factor = attentionFactorOf(engine, spec);
  return isExact(spec) ? factor : Math.fround(factor);
}

/** The tokens that are rotated, and how. */
export interface Rotated {
  spec: ResolvedRotary;
  tokens: CheckedTokens;
  side: Side;
  inverse: boolean;
}

const isExact = (spec: ResolvedRotary) => !("precision" in spec) || spec.precision === "exact";

/** The facts about a spec that `checkTokens` needs. */
export const tokenRules = (spec: ResolvedRotary) => ({
  axes: rotaryOf(spec).axes?.(spec) ?? 1,
  openFrom: rotaryOf(spec).openFrom?.(spec) ?? Infinity,
  listed: rotaryOf(spec).growth !== undefined || !isExact(spec),
  bytes: spec.rotaryDim * Float32Array.BYTES_PER_ELEMENT,
});

/** A table of a cosine and a sine for each token and pair, and the calls that fill it. */
export interface RotaryTableSteps {
  table: Area<Float32Array>;
  steps: Step[];
}

/** The tokens of a call: their count, and the index of the first one. */
export interface TokenRange {
  count: number;
  first: number;
}

/** The tokens of a part, if they are its rows. */
export const tokensOfPart: TokenRange = { count: rowsOfPart, first: rowFrom(0) };

const exactFrequencies = once((spec: ResolvedRotary) => scheduleArea(kernelsOf(spec).schedule!(spec)));
const recipeFrequencies = once((spec: ResolvedRotary) => kernelsOf(spec).recipe!(spec));
const axesOfPairs = once((spec: ResolvedRotary) =>
  Uint32Array.from(rotaryOf(spec).axisOfPair?.(spec) ?? new Uint32Array(spec.rotaryDim / 2)),
);

/** @param factor The attention factor. */
export function rotaryTableSteps(
  { spec, tokens, side, inverse }: Rotated,
  factor: number,
  range: TokenRange,
): RotaryTableSteps {
  const growth = rotaryOf(spec).growth?.(spec);
  const table = room(Float32Array, tokens.count * spec.rotaryDim, alongRows);
  const places = placesOf(spec, tokens, range);
  const to = { tokens: places, attentionFactor: inverse ? 1 / factor : factor, out: table };
  const fill = isExact(spec)
    ? step("rotaryTable", { frequencies: exactFrequencies(spec), ...to })
    : step("rotaryRecipeTable", { frequencies: recipeFrequencies(spec), ...to });
  const steps: Step[] = [fill];
  if (growth !== undefined) {
    // In the inverse rotation a query shrinks, as keys do.
    const grownAs = word(xposSides, (side === "key") === inverse ? "query" : "key");
    steps.push(step("xpos", { ...growth, table, positions: places.positions, side: grownAs }));
  }
  if (isBackward(spec)) steps.push(step("reverseTable", { table, pairs: spec.rotaryDim / 2 }));
  return { table, steps };
}

const isBackward = ({ direction }: ResolvedRotary) => direction === "backward";

interface PhaseSteps {
  /** Whole and fractional turns for each token and pair. */
  phases: Area<Float64Array>;
  fill: readonly Step[];
  /** The scales of the tokens as keys, for xPos. */
  hasScales: boolean;
  scales: XposKeys;
}

/** The angles of tokens at listed positions, and the calls that compute them. */
export function phaseSteps(spec: ResolvedRotary, tokens: CheckedTokens): PhaseSteps {
  const places = placesOf(spec, tokens, tokensOfPart);
  const phases = room(Float64Array, tokens.count * spec.rotaryDim, alongRows);
  const fill = isExact(spec)
    ? step("rotaryPhases", { frequencies: exactFrequencies(spec), tokens: places, out: phases })
    : step("rotaryRecipePhases", { frequencies: recipeFrequencies(spec), tokens: places, out: phases });
  const growth = rotaryOf(spec).growth?.(spec);
  const none = { exponents: nothing(Float64Array), positions: nothing(Float64Array), scaleBase: 1 };
  const scales = growth ? { ...growth, positions: places.positions } : none;
  const reverse = isBackward(spec) ? [step("reversePhases", { phases })] : [];
  return { phases, fill: [fill, ...reverse], hasScales: growth !== undefined, scales };
}

const placesOf = (spec: ResolvedRotary, tokens: CheckedTokens, range: TokenRange): RotaryTokens => ({
  ...range,
  start: tokens.start,
  positions: positionsArea(tokens),
  axisOfPair: input(axesOfPairs(spec)),
});

/** The positions of tokens on each axis, one axis after the other. Empty if the kernel counts them. */
function positionsArea({ count, lists = new Float64Array(0) }: CheckedTokens): Area<Float64Array> {
  const axes = lists.length / count;
  const write = (to: Float64Array, from: number) => {
    const tokens = to.length / axes;
    for (let axis = 0; axis < axes; axis++) {
      const first = axis * count + from / axes;
      to.set(lists.subarray(first, first + tokens), axis * tokens);
    }
  };
  return written(Float64Array, lists.length, write, alongRows);
}

/** Heads to rotate in place, and the table to rotate them by. */
interface Turning {
  table: Area<Float32Array>;
  heads: number;
  x: Area<Float32Array>;
  /** Whether to rotate by the negative angles. */
  isBack: boolean;
}

export function rotateStep(
  { headDim, rotaryDim, rotaryOffset, pairing }: ResolvedRotary,
  { table, heads, x, isBack }: Turning,
  { count: tokens }: TokenRange,
): Step {
  const shape = { tokens, heads, headDim, rotaryDim, rotaryOffset };
  return step("rotate", {
    x,
    table,
    shape,
    rotation: { pairing: word(pairings, pairing), isInverse: isBack },
  });
}
