/** What RoPE's cosines and sines are multiplied by, by the name of the formula and its numbers. */
import type { ResolvedSpec } from "../spec/methods.ts";

export type Amplitude =
  | { kind: "given"; value: number }
  /** m(mscale) / m(mscaleAllDim), m(w) = 0.1 w ln factor + 1, 1 for a factor of 1. */
  | { kind: "yarn"; factor: number; mscale: number; mscaleAllDim: number }
  /** √(1 + ln factor / ln originalLength), 1 for a factor of 1. */
  | { kind: "longrope"; factor: number; originalLength: number };

export function amplitudeOf({ scaling }: ResolvedSpec<"rope">): Amplitude {
  if (scaling.type !== "yarn" && scaling.type !== "longrope") return { kind: "given", value: 1 };
  const { factor, originalLength, attentionFactor } = scaling;
  if (attentionFactor !== undefined) return { kind: "given", value: attentionFactor };
  if (scaling.type === "longrope") return { kind: "longrope", factor, originalLength };
  const { mscale = 0, mscaleAllDim = 0 } = scaling;
  const both = mscale !== 0 && mscaleAllDim !== 0;
  return { kind: "yarn", factor, mscale: both ? mscale : 1, mscaleAllDim: both ? mscaleAllDim : 0 };
}
