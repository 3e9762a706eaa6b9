/// YaRN: pairs with many turns over the trained length keep their frequency, slow ones are divided by the factor.
///
///   f[i] = p[i] · (1 − ramp(i)) + p[i] / s · ramp(i)        p[i] = b^(−2i / d) / 2π, d = 2 · pairs
///   ramp(i) = min(max((i − low) / (high − low), 0), 1)
///   low     = max(⌊corr(β_fast)⌋, 0)      corr(r) = d ln(L / 2πr) / (2 ln b), the pair with r turns over L
///   high    = min(⌈corr(β_slow)⌉, d − 1)  + 0.001 if that equals low
///   factor  = (0.1 m ln s + 1) / (0.1 m_all ln s + 1), 1 for s <= 1        of cosines and sines
///
/// The bound d − 1 of a pair's index comes from the published code. So does the case high < low, where the formula says: no pair
/// is divided if L < 2πβ_slow / b^(2/d), and every pair if corr(β_fast) > d − 1.
///
/// Shapes    out (pairs)
/// Units     turns per position; L in tokens
/// Requires  1 <= pairs <= 2^15, b in (1, 2^1000], s in [1, 2^20], L in [1, 2^53], β_slow <= β_fast in [2^-10, 2^20], m and
///           m_all in [0, 2^20]. Checked by src/api
/// Accuracy  |error| <= 2^-190 turns for b >= 2 and ends that are 2^-10 apart or more, 2^-120 always; the attention
///           factor is the nearest double (tests/kernels/rotary/yarn_test.cpp)
/// Source    Peng et al. 2023, arXiv 2309.00071, sections 3.2 and 3.4; clamps, 0.001 and m as in Hugging Face transformers
#pragma once

#include <span>

#include "kernels/table/frequencies.hpp"

namespace posenc {

struct Yarn {
  double factor, original_length;
  double beta_fast, beta_slow;
  bool truncate; // whether the ramp begins and ends at whole pairs, by ⌊⌋ and ⌈⌉
};

void yarn_frequencies(std::span<Frequency> out, double base, const Yarn& settings);

/// The paper's factor has m = 1 and m_all = 0.
double yarn_attention_factor(double factor, double mscale, double mscale_all_dim);

} // namespace posenc
