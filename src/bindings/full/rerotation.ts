/** The float32 recipe and xPos, rotations of rotated vectors, and the change of pairing. */
import type { pairings, RotaryTokens, RotationShape } from "../rotary.ts";
import type { Call, Count, Doubles, Floats, Frequencies, Word } from "../slots.ts";

export type Headers = [
  "kernels/rotary/direction.hpp",
  "kernels/rotary/permute_pairing.hpp",
  "kernels/rotary/rerotate.hpp",
  "kernels/rotary/rotary_phases.hpp",
  "kernels/rotary/rotary_table.hpp",
  "kernels/rotary/xpos.hpp",
];

export const xposSides = ["query", "key"] as const;

/** Keys and what their scales follow from; without `exponents` and `positions` they have none. */
export interface XposKeys {
  exponents: Doubles;
  positions: Doubles;
  scaleBase: number;
}

export interface PermutationShape {
  outer: Count;
  channels: Count;
  rotaryDim: Count;
  inner: Count;
}

export interface RerotationCalls {
  xposExponents: Call<{ out: Doubles; gamma: number }, "xpos_exponents(out, gamma)">;

  rotaryRecipeTable: Call<
    { frequencies: Floats; tokens: RotaryTokens; attentionFactor: number; out: Floats },
    "rotary_recipe_table(frequencies, tokens, attention_factor, out)"
  >;
  xpos: Call<
    {
      table: Floats;
      exponents: Doubles;
      positions: Doubles;
      scaleBase: number;
      side: Word<typeof xposSides>;
    },
    "xpos(table, exponents, positions, scale_base, side)"
  >;
  reversePhases: Call<{ phases: Doubles }, "reverse_phases(phases)">;
  rotaryPhases: Call<
    { frequencies: Frequencies; tokens: RotaryTokens; out: Doubles },
    "rotary_phases(frequencies, tokens, out)"
  >;
  rotaryRecipePhases: Call<
    { frequencies: Floats; tokens: RotaryTokens; out: Doubles },
    "rotary_recipe_phases(frequencies, tokens, out)"
  >;
  rerotationTable: Call<
    { from: Doubles; to: Doubles; pairs: Count; attentionFactor: number },
    "rerotation_table(from, to, pairs, attention_factor, to)"
  >;
  xposQuotient: Call<
    { table: Doubles; pairs: Count; from: XposKeys; to: XposKeys },
    "xpos_quotient(table, pairs, from, to)"
  >;
  rerotate: Call<
    { x: Floats; table: Doubles; shape: RotationShape; pairing: Word<typeof pairings> },
    "rerotate(x, table, shape, pairing, x)"
  >;
  permutePairing: Call<
    { x: Floats; shape: PermutationShape; to: Word<typeof pairings>; out: Floats },
    "permute_pairing(x, shape, to, out)"
  >;
}
