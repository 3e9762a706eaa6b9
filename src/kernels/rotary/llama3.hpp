/// Llama 3's scaling: fast pairs keep their frequency, slow ones are divided by the factor, with a blend between.
///
///   f[i] = p                        for u > high        p = b^(−2i / d) / 2π, d = 2 · pairs
///        = p / s                    for u < low         u = L p, the turns of the pair over the trained length
///        = (1 − m) p / s + m p      between             m = (u − low) / (high − low)
///
/// Shapes    out (pairs)
/// Units     turns per position; L in tokens
/// Requires  b in [1, 2^1000], s in [2^-31, 2^31], L in [1, 2^53], 0 <= low < high < 2^31, multiples of 2^-100. Checked by
///           src/api
/// Accuracy  |error| <= 2^-200 + 2^-216 · high / (high − low) turns (tests/kernels/rotary/llama3_test.cpp)
/// Source    arXiv 2407.21783; Meta's code speaks of wavelengths λ = 1 / p: u = L / λ
#pragma once

#include <span>

#include "kernels/table/frequencies.hpp"

namespace posenc {

struct Llama3 {
  double factor, original_length;
  double low_frequency_factor, high_frequency_factor;
};

void llama3_frequencies(std::span<Frequency> out, double base, const Llama3& settings);

} // namespace posenc
