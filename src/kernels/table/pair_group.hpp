/// Pairs of channels by twos, one in each lane of a vector of doubles.
///
/// With an odd number of pairs, the last pair may be written twice (pair_group), but must be counted once
/// (disjoint_group).
#pragma once

#include <cstddef>

#include "kernels/arithmetic/simd.hpp"

namespace posenc {

struct PairGroup {
  std::size_t first, second;
};

constexpr std::size_t group_count(std::size_t pairs) {
  return (pairs + 1) / 2;
}

/// Two neighbouring pairs. The last group of an odd number of pairs overlaps the one before; a single pair is both.
constexpr PairGroup pair_group(std::size_t index, std::size_t pairs) {
  if (pairs == 1) return {0, 0};
  const std::size_t first = 2 * index + 2 <= pairs ? 2 * index : pairs - 2;
  return {first, first + 1};
}

/// Two neighbouring pairs, each in one group: the last group of an odd number of pairs has one pair in both lanes.
constexpr PairGroup disjoint_group(std::size_t index, std::size_t pairs) {
  return {2 * index, 2 * index + 1 < pairs ? 2 * index + 1 : 2 * index};
}

/// 1 for each lane of a disjoint group that is one of the first `count` pairs, else 0. A pair counts once.
inline simd::f64x2 presence(PairGroup group, std::size_t count) {
  return {group.first < count ? 1.0 : 0.0, group.second < count && group.second != group.first ? 1.0 : 0.0};
}

} // namespace posenc
