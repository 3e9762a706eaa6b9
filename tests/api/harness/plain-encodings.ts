/** The sinusoidal encoding with its defaults, sines alone, and how near a double has to come to its digits. */
import type { MethodSpec, SinusoidalSpec } from "posenc/full";
import { expect } from "vitest";

/** The encoding of the original Transformer. */
export const paper = (dModel: number): SinusoidalSpec => ({ method: "sinusoidal", dModel });
/** `simple_pe`, where base is κ. */
export const sines = (dModel: number, base = 10000): MethodSpec<"sine"> => ({ method: "sine", dModel, base });

/** Within some units in the last place of a double. */
export function expectDouble(value: number, digits: string, units = 1): void {
  expect(Math.abs(value - Number(digits))).toBeLessThanOrEqual(units * 2 ** -52 * Math.abs(Number(digits)));
}
