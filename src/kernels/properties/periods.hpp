/// Periods of the pairs, and the number of pairs with a period longer than a length of positions.
///
///   out[i] = 1 / f[i]        unfinished_pairs = #{i : 1 / f[i] > length}
///
/// Shapes    frequencies (pairs), out (pairs) f64
/// Units     periods and length in positions
/// Requires  length an integer from 0 to 2^53. A pair of frequency 0 has the period +Inf and is unfinished
/// Accuracy  periods <= 1 ULP of f64; the count is exact (tests/kernels/properties/periods_test.cpp)
#pragma once

#include <cstddef>
#include <span>

#include "kernels/table/frequencies.hpp"

namespace posenc {

void periods(std::span<const Frequency> frequencies, std::span<double> out);

std::size_t unfinished_pairs(std::span<const Frequency> frequencies, double length);

} // namespace posenc
