/// LongRoPE: each pair's frequency divided by a number of its own, found by search.
///
///   f[i]   = b^(−2i / d) / 2π / divisors[i]        d = 2 · pairs
///   factor = √(1 + ln s / ln L), 1 for s <= 1      of cosines and sines
///
/// Shapes    out, divisors (pairs)
/// Units     turns per position; L, the trained length, in tokens
/// Requires  b in [1, 2^1000], divisors in [2^-31, 2^31], s in [1, 2^1000], L >= 2. Checked by src/api
/// Accuracy  |error| <= 2^-200 · max(1, 1 / divisors[i]) turns; the attention factor is the nearest double
///           (tests/kernels/rotary/longrope_test.cpp)
/// Source    Ding et al. 2024, arXiv 2402.13753, section 3; the caller chooses the list of divisors by length
#pragma once

#include <span>

#include "kernels/table/frequencies.hpp"

namespace posenc {

void longrope_frequencies(std::span<Frequency> out, double base, std::span<const double> divisors);

double longrope_attention_factor(double factor, double original_length);

} // namespace posenc
