/** Random specs of rotations and of tables that are added. */
import type { ToDiagnose } from "posenc/diagnose";
import type { Spec } from "posenc/full";
import type { Random } from "./random.ts";
import { logarithmic } from "./rows.ts";

/** Numbers, the spec that they follow, and how they are stored. */
export interface Case {
  /** Undefined for numbers that follow no formula. */
  readonly spec: Spec | undefined;
  readonly given: ToDiagnose;
  readonly says: string;
  /** Whether the numbers alone cannot be named. */
  readonly isUnnamed?: boolean;
}

function scalingFor(random: Random, pairs: number): object {
  const factor = random.pick([2, 4, 8, 16, 32]);
  const originalLength = random.pick([2048, 4096, 8192, 32_768]);
  return random.pick<object>([
    { type: "none" },
    { type: "none" },
    { type: "linear", factor },
    { type: "ntk", factor },
    { type: "yarn", factor, originalLength, truncate: random.chance(0.5) },
    { type: "llama3", factor, originalLength },
    ...(pairs > 1 ? [{ type: "proportional", partialRotaryFactor: 0.5 }] : []),
  ]);
}

/** RoPE of any width, base, pairing and scaling. */
export function rotarySpec(random: Random): Spec {
  const headDim = random.pick([8, 16, 16, 32, 32, 64, 80, 128]); // narrow heads are judged faster
  const rotaryDim = random.chance(0.2) ? headDim / 2 : headDim;
  const base = random.chance(0.5)
    ? random.pick([10_000, 500_000, 1_000_000])
    : logarithmic(random, 1000, 1e7);
  const pairing = random.pick(["halves", "interleaved"] as const);
  const scaling = scalingFor(random, rotaryDim / 2);
  return { method: "rope", headDim, rotaryDim, base, pairing, scaling } as Spec;
}

/** A sinusoidal table of any width, base and layout. */
export function additiveSpec(random: Random): Spec {
  const dModel = random.pick([8, 16, 16, 32, 33, 64]);
  const base = random.chance(0.6) ? 10_000 : logarithmic(random, 200, 1e6);
  const layout = random.pick(["interleaved", "halves", "flipped-halves"] as const);
  const odd = dModel % 2 === 0 ? {} : { oddWidth: random.pick(["truncate", "zero"]) };
  const scale = random.chance(0.2) ? { outputScale: "inverse-sqrt" } : {};
  return { method: "sinusoidal", dModel, base, layout, shift: random.below(2), ...odd, ...scale } as Spec;
}
