/// Schedules whose frequencies are all changed by one factor, or each by its own.
///
///   scale_frequencies      f[i] <- f[i] · factor           a scale of the positions
///   divide_frequencies     f[i] <- f[i] / factor           position interpolation, "linear"
///                          f[i] <- f[i] / divisors[i]      LongRoPE's searched factors
///
/// Shapes    frequencies (pairs), in place; divisors (pairs)
/// Requires  factors in [2^-31, 2^31], the double taken as exact; f · factor < 2^29 turns, where radians() ends. Checked by src/api
/// Accuracy  |error| <= 2^-200 · max(1, factor) turns (or 1 / factor), plus the error of f times the factor
///           (tests/kernels/rotary/frequency_scaling_test.cpp)
/// Source    Chen et al. 2023, arXiv 2306.15595; Ding et al. 2024, arXiv 2402.13753, eq. 3
#pragma once

#include <span>

#include "kernels/table/frequencies.hpp"

namespace posenc {

void scale_frequencies(std::span<Frequency> frequencies, double factor);

void divide_frequencies(std::span<Frequency> frequencies, double factor);
void divide_frequencies(std::span<Frequency> frequencies, std::span<const double> divisors);

} // namespace posenc
