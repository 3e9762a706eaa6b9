/// Which rows have their products made in double: those whose rounding errors in float would show.
///
/// A score in float is off by about 2^-25 · scale |q| |k|, and by 2^-25 of itself with its bias, and its weight by as much of
/// itself; a sum of weighted values by about 2^-24 of each. All average out if the weight of a row is spread over many keys.
#pragma once

#include "kernels/attention/online_softmax.hpp"

namespace posenc {

/// With no more channels, or keys, than this, all products are made in double: it takes no time, and errors hardly
/// average out.
inline constexpr std::size_t least_for_float = 16;

/// Whether the rounding errors of a block's sums in float average out: few keys of it must not hold much of the weight that
/// the row has seen so far. False for NaN.
inline bool has_even_weights(const Spread& spread, const SoftmaxRow& row) {
  return 16 * spread.squares <= row.sum * row.sum;
}

/// The share of the scores' errors that shows in the output: in units of 2^-24 · max|V|, root mean square, at most 1 is
/// accepted. NaN if products leave the range of a float.
///
/// @param query_norm the square of scale · |q|
inline double score_noise(const Spread& spread, const SoftmaxRow& row, double query_norm) {
  const double largest = row.reference == -infinity ? 0.0 : row.reference * ln_2;
  return (spread.key_squares * query_norm + spread.squares * largest * largest) / (2 * row.sum * row.sum);
}

/// With more noise than this, the next block is made in double at once: there it would be a quarter, as the weight grows.
inline constexpr double lasting_noise = 4;

/// An estimate of the noise of a row's first block: keys as long as the query, and no large weight.
inline double expected_noise(double query_norm, double query_square, std::size_t keys) {
  return 1.5 * query_norm * query_square / static_cast<double>(keys);
}

} // namespace posenc
