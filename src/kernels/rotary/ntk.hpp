/// NTK-aware RoPE: a larger base, which slows the slowest pair down by the factor and leaves the fastest as it is.
///
///   f[i] = b'^(−2i / d) / 2π        b' = b · g^(d / (d − 2))        d = 2 · pairs
///   ntk            g = s
///   dynamic ntk    g = s n/L − (s − 1) if the length n is over the trained length L, else 1
///
/// Shapes    out (pairs)
/// Units     turns per position; n and L in tokens
/// Requires  pairs >= 2; b in [1, 2^1000], s in [1, 2^31); integers n >= 0 and L >= 1 up to 2^53. Checked by src/api
/// Accuracy  |error| <= 2^-200 turns; dynamic <= 2^-160, and 2^-190 for n / L < 2^31 (tests/kernels/rotary/ntk_test.cpp)
/// Source    Peng et al. 2023, arXiv 2309.00071, sections 3.1 and 3.3
#pragma once

#include <span>

#include "kernels/table/frequencies.hpp"

namespace posenc {

void ntk_frequencies(std::span<Frequency> out, double base, double factor);

struct DynamicNtk {
  double factor, original_length, current_length;
};

void dynamic_ntk_frequencies(std::span<Frequency> out, double base, const DynamicNtk& settings);

} // namespace posenc
