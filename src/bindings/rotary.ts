/** Schedules of rotary encodings, their tables, and the rotation of vectors. */
import type { Call, Count, Doubles, Flag, Floats, Frequencies, Indices, Word } from "./slots.ts";

export type Headers = [
  "kernels/rotary/direction.hpp",
  "kernels/rotary/frequency_scaling.hpp",
  "kernels/rotary/llama3.hpp",
  "kernels/rotary/longrope.hpp",
  "kernels/rotary/ntk.hpp",
  "kernels/rotary/proportional.hpp",
  "kernels/rotary/rotary_table.hpp",
  "kernels/rotary/rotate.hpp",
  "kernels/rotary/yarn.hpp",
  "kernels/table/restarted.hpp",
];

export const pairings = ["halves", "interleaved"] as const;

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
  reverseTable: Call<{ table: Floats; pairs: Count }, "reverse_table(table, pairs)">;
  splitRotaryTable: Call<
    { table: Floats; pairs: Count; sines: Floats; cosines: Floats },
    "split_rotary_table(table, pairs, sines, cosines)"
  >;
  rotate: Call<
    { x: Floats; table: Floats; shape: RotationShape; rotation: Rotation },
    "rotate(x, table, shape, rotation, x)"
  >;
}
