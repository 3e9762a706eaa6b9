/** The frequencies of pairs: powers of a base, and their multiples. */
import type { Call, Count, Frequencies } from "./slots.ts";

export type Headers = ["kernels/rotary/frequency_scaling.hpp", "kernels/table/frequencies.hpp"];

/** base^(−i · numerator / denominator), for pair i. */
export interface Powers {
  base: number;
  numerator: Count;
  denominator: Count;
}

export interface FrequencyCalls {
  geometricFrequencies: Call<
    Powers & { out: Frequencies },
    "geometric_frequencies(out, base, numerator, denominator)"
  >;
  scaleFrequencies: Call<
    { frequencies: Frequencies; factor: number },
    "scale_frequencies(frequencies, factor)"
  >;
}
