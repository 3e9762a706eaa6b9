/// Which columns a table of sines and cosines has: the sines of its first pairs, and the cosines of its first pairs.
///
/// Both numbers are the same for the usual encodings; sines alone have no cosines, and an odd width that is cut off
/// has one cosine less.
#pragma once

#include <cstddef>

#include "kernels/arithmetic/simd.hpp"
#include "kernels/table/turning.hpp"

namespace posenc {

struct Columns {
  std::size_t sines, cosines;

  constexpr std::size_t width() const { return sines + cosines; }
  constexpr std::size_t pairs() const { return sines > cosines ? sines : cosines; }
};

/// Two neighbouring pairs, no pair twice: the last group of an odd number of pairs has the same one in both lanes.
constexpr PairGroup disjoint_group(std::size_t index, std::size_t pairs) {
  return {2 * index, 2 * index + 1 < pairs ? 2 * index + 1 : 2 * index};
}

/// 1 for each lane of a disjoint group that is one of the first `count` pairs, else 0. A pair counts once.
inline simd::f64x2 presence(PairGroup group, std::size_t count) {
  return {group.first < count ? 1.0 : 0.0, group.second < count && group.second != group.first ? 1.0 : 0.0};
}

} // namespace posenc
