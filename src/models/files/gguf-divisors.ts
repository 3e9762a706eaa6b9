/** Rules that a .gguf file has as a tensor of divisors of its frequencies. */
type Rule = Record<string, unknown>;

/** The rule whose divisors these are; undefined if it is none that has a name. */
export const ruleOfDivisors = (divisors: readonly number[], base: number, width: number): Rule | undefined =>
  proportionalOf(divisors) ?? llama3Of(divisors, base, width);

/** The rule of Gemma 4, whose divisors stop the slow pairs: they are 1, and then 1e30. */
function proportionalOf(divisors: readonly number[]): Rule | undefined {
  const rotating = divisors.findIndex((divisor) => divisor !== 1);
  return rotating > 0 && divisors.slice(rotating).every((divisor) => divisor > 1e29)
    ? { rope_type: "proportional", partial_rotary_factor: rotating / divisors.length }
    : undefined;
}

/** The fields of all published models with this rule, whose factor alone differs. */
const llama3 = { low_freq_factor: 1, high_freq_factor: 4, original_max_position_embeddings: 8192 };
/** The file has the divisors as float32, computed from frequencies in float32. */
const float32 = 1e-5;

/** The rule of Llama 3 whose divisors these are. Its formula stands in src/api/rotary/scaling/llama3.ts. */
function llama3Of(divisors: readonly number[], base: number, width: number): Rule | undefined {
  const factor = Math.max(...divisors);
  const { low_freq_factor: low, high_freq_factor: high, original_max_position_embeddings: length } = llama3;
  const isRule = divisors.every((divisor, pair) => {
    const revolutions = (length * base ** ((-2 * pair) / width)) / (2 * Math.PI);
    const kept = Math.min(1, Math.max(0, (revolutions - low) / (high - low)));
    return Math.abs(divisor * ((1 - kept) / factor + kept) - 1) < float32;
  });
  return isRule ? { rope_type: "llama3", factor, ...llama3 } : undefined;
}
