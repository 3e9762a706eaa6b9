/** The table that a rotary encoding turns tokens by: what of the module's memory it needs, and the calls that make it. */

import { checkWord } from "../arguments/check.ts";
import { typeError } from "../arguments/errors.ts";
import type { Engine } from "../module/engine.ts";
import { type Area, input, scratch } from "../module/memory.ts";
import type { Slices, WasmModule } from "../module/module.ts";
import type { ResolvedSpec } from "../spec/methods.ts";
import { notComputed } from "../table/computed.ts";
import { axisOfPair } from "../table/placement.ts";
import { recipeOf, scheduleOf } from "../table/schedule.ts";
import { Scheduled } from "../table/schedules.ts";
import { amplitudeOf } from "./amplitude.ts";
import type { CheckedTokens } from "./rotary-positions.ts";

export type RotarySpec = ResolvedSpec<"rope" | "xpos">;

const sides = ["query", "key"] as const;
export type Side = (typeof sides)[number];

export function checkRotary(spec: ResolvedSpec): RotarySpec {
  if (spec.method === "rope" || spec.method === "xpos") return spec;
  throw notComputed("method", spec.method, "does not turn queries and keys");
}

/** Which side of a score is turned, where it makes a difference. */
export function checkSide(spec: RotarySpec, given: unknown): Side {
  if (spec.method === "xpos") return checkWord("side", given, sides);
  if (given === undefined) return "query";
  const text = `side is for xPos; leave it out, as "${spec.method}" turns queries and keys alike`;
  throw typeError(text, { code: "conflict", param: "side", value: given });
}

/** What cosines and sines are multiplied by. */
export function attentionFactorOf(engine: Engine, spec: RotarySpec): number {
  if (spec.method === "xpos") return 1;
  const amplitude = amplitudeOf(spec);
  if (amplitude.kind === "given") return amplitude.value;
  if (amplitude.kind === "longrope") {
    const { factor, originalLength } = amplitude;
    return engine.ask((module) => module.longropeAttentionFactor(factor, originalLength));
  }
  const { factor, mscale, mscaleAllDim } = amplitude;
  return engine.ask((module) => module.yarnAttentionFactor(factor, mscale, mscaleAllDim));
}

export interface Turn {
  spec: RotarySpec;
  tokens: CheckedTokens;
  side: Side;
  inverse: boolean;
}

const isExact = (spec: RotarySpec) => spec.method === "xpos" || spec.precision === "exact";

/** What `checkTokens` must know of a spec. */
export const tokenRules = (spec: RotarySpec) => ({
  axes: spec.method === "rope" && spec.sections !== undefined ? spec.sections.length : 1,
  listed: spec.method === "xpos" || !isExact(spec),
  bytes: spec.rotaryDim * Float32Array.BYTES_PER_ELEMENT,
});

/** The first five areas of a call: frequencies, axis of each pair, positions, table, and xPos's exponents. */
export function turnAreas({ spec, tokens }: Turn): (Area | Scheduled)[] {
  const pairs = spec.rotaryDim / 2;
  const isXpos = spec.method === "xpos";
  const axes = isXpos ? new Array<number>(pairs).fill(0) : axisOfPair(spec);
  const none = new Float64Array(0);
  return [
    new Scheduled(isXpos || isExact(spec) ? scheduleOf(spec) : recipeOf(spec)),
    input(Uint32Array.from(axes)),
    input(tokens.lists ?? none),
    scratch(tokens.count * tokenRules(spec).bytes),
    isXpos ? new Scheduled({ kind: "xpos-exponents", pairs, gamma: spec.gamma }) : input(none),
  ];
}

/** Makes the table by calls on these areas; `factor` is the attention factor. */
export function fillTurns(module: WasmModule, slices: Slices, turn: Turn, factor: number): void {
  const { spec, tokens, side, inverse } = turn;
  const amplitude = inverse ? 1 / factor : factor;
  if (spec.method === "rope" && spec.precision !== "exact") {
    module.rotaryRecipeTable(slices, tokens.count, amplitude);
  } else {
    module.rotaryTable(slices, tokens.start, tokens.count, amplitude);
  }
  // Going back, a query shrinks as a key does.
  if (spec.method === "xpos") module.xposTable(slices, spec.scaleBase, (side === "key") !== inverse);
}
