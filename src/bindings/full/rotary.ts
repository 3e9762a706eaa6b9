/** Schedules of rotary encodings, their tables, the rotation of vectors once and again, and the change of pairing. */
import type { Call, Count, Doubles, Flag, Floats, Frequencies, Indices, Word } from "../slots.ts";

export type Headers = [
  "kernels/rotary/direction.hpp",
  "kernels/rotary/frequency_scaling.hpp",
  "kernels/rotary/llama3.hpp",
  "kernels/rotary/longrope.hpp",
  "kernels/rotary/ntk.hpp",
  "kernels/rotary/permute_pairing.hpp",
  "kernels/rotary/proportional.hpp",
  "kernels/rotary/rerotate.hpp",
  "kernels/rotary/rotary_phases.hpp",
  "kernels/rotary/rotary_table.hpp",
  "kernels/rotary/rotate.hpp",
  "kernels/rotary/xpos.hpp",
  "kernels/rotary/yarn.hpp",
  "kernels/table/restarted.hpp",
];

export const pairings = ["halves", "interleaved"] as const;
export const xposSides = ["query", "key"] as const;

export interface DynamicNtk {
  factor: number;
  originalLength: number;
  currentLength: number;
}

export interface Yarn {
  factor: number;
  originalLength: number;
  betaFast: number;
  betaSlow: number;
  truncate: Flag;
}

export interface Llama3 {
  factor: number;
  originalLength: number;
  lowFrequencyFactor: number;
  highFrequencyFactor: number;
}

/** Tokens at `positions`, one list for each axis, or at start + first, start + first + 1, … if there are none. */
export interface RotaryTokens {
  count: Count;
  start: number;
  first: number;
  positions: Doubles;
  axisOfPair: Indices;
}

export interface RotationShape {
  tokens: Count;
  heads: Count;
  headDim: Count;
  rotaryDim: Count;
  rotaryOffset: Count;
}

export interface Rotation {
  pairing: Word<typeof pairings>;
  isInverse: Flag;
}

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

/** Frequencies from a base. */
interface Based {
  out: Frequencies;
  base: number;
}

export interface RotaryCalls {
  divideFrequencies: Call<
    { frequencies: Frequencies; factor: number },
    "divide_frequencies(frequencies, static_cast<double>(factor))"
  >;
  ntkFrequencies: Call<Based & { factor: number }, "ntk_frequencies(out, base, factor)">;
  dynamicNtkFrequencies: Call<
    Based & { settings: DynamicNtk },
    "dynamic_ntk_frequencies(out, base, settings)"
  >;
  yarnFrequencies: Call<Based & { settings: Yarn }, "yarn_frequencies(out, base, settings)">;
  longropeFrequencies: Call<Based & { divisors: Doubles }, "longrope_frequencies(out, base, divisors)">;
  llama3Frequencies: Call<Based & { settings: Llama3 }, "llama3_frequencies(out, base, settings)">;
  proportionalFrequencies: Call<
    Based & { rotatedPairs: Count; factor: number },
    "proportional_frequencies(out, base, rotated_pairs, factor)"
  >;
  pickFrequencies: Call<
    { out: Frequencies; frequencies: Frequencies; picks: Indices },
    "pick_frequencies(out, frequencies, picks)"
  >;
  restartedFrequencies: Call<
    { out: Frequencies; bases: Doubles; sections: Indices },
    "restarted_frequencies(out, bases, sections)"
  >;
  xposExponents: Call<{ out: Doubles; gamma: number }, "xpos_exponents(out, gamma)">;
  yarnAttentionFactor: Call<
    { factor: number; mscale: number; mscaleAllDim: number },
    "return yarn_attention_factor(factor, mscale, mscale_all_dim)"
  >;
  longropeAttentionFactor: Call<
    { factor: number; originalLength: number },
    "return longrope_attention_factor(factor, original_length)"
  >;

  rotaryTable: Call<
    { frequencies: Frequencies; tokens: RotaryTokens; attentionFactor: number; out: Floats },
    "rotary_table(frequencies, tokens, attention_factor, out)"
  >;
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
  reverseTable: Call<{ table: Floats; pairs: Count }, "reverse_table(table, pairs)">;
  reversePhases: Call<{ phases: Doubles }, "reverse_phases(phases)">;
  splitRotaryTable: Call<
    { table: Floats; pairs: Count; sines: Floats; cosines: Floats },
    "split_rotary_table(table, pairs, sines, cosines)"
  >;
  rotate: Call<
    { x: Floats; table: Floats; shape: RotationShape; rotation: Rotation },
    "rotate(x, table, shape, rotation, x)"
  >;
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
