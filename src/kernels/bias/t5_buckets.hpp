/// T5's buckets: near relative positions have one each, farther ones share, on a logarithmic scale.
///
///   half   = two_sided ? ⌊buckets / 2⌋ : buckets          ones = ⌊half / 2⌋          steps = half − ones
///   bucket = first + distance                                               distance < ones
///   bucket = first + ones + min(steps − 1, ⌊steps · ln(distance / ones) / ln(max_distance / ones)⌋)      else
///
/// Two-sided: distance = |key − query|, first = half for keys after the query, else 0. One-sided: distance =
/// max(0, query − key), first = 0.
///
/// The start of a step is decided in integers, distance^steps >= ones^(steps−k) · max_distance^k, so a bucket is
/// exact if the quotient of logarithms is a whole number, too. For the settings in use, the frameworks' float32
/// recipe gives the same buckets (tests/fixtures/bias.json, t5: float32Differs).
///
/// Shapes    boundaries (steps − 1) u32, out (N) i32: N consecutive relative positions, as score_block.hpp orders
/// Units     relative positions in tokens, key − query
/// Requires  integers up to 2^53 in size; half from 2 to 4096; ones < max_distance < 2^31. Checked by src/api
/// Accuracy  exact (tests/kernels/bias/t5_buckets_test.cpp)
/// Source    Raffel et al. 2019, arXiv 1910.10683, section 2.1; the formula comes from the authors' code
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace posenc {

struct T5Buckets {
  std::uint32_t buckets, max_distance;
  bool two_sided;

  constexpr std::uint32_t half() const { return two_sided ? buckets / 2 : buckets; }
  constexpr std::uint32_t ones() const { return half() / 2; }
  constexpr std::uint32_t steps() const { return half() - ones(); }
};

/// boundaries[k − 1] = the least distance of logarithmic step k, k = 1 … steps − 1.
void t5_boundaries(const T5Buckets& settings, std::span<std::uint32_t> boundaries);

void t5_buckets(const T5Buckets& settings, std::span<const std::uint32_t> boundaries, double first_relative,
                std::span<std::int32_t> out);

} // namespace posenc
