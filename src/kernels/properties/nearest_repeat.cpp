#include "kernels/properties/nearest_repeat.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <limits>

#include "kernels/arithmetic/unroll.hpp"
#include "kernels/properties/similarity.hpp"
#include "kernels/table/pair_group.hpp"

namespace posenc {

using simd::f32x4;

namespace {

// Number of offsets from the middle of a block to one side, including the middle. Each pair's sine at the middle serves 127
// offsets, and the steps of 256 pairs take 128 KiB, which fit a second-level cache.
constexpr std::size_t side = 64;
constexpr std::size_t block_offsets = 2 * side - 1;
// Number of pairs between two checks of the sums: a check costs as much as one or two pairs.
constexpr std::size_t chunk_pairs = 16;

constexpr std::size_t even(std::size_t pairs) {
  return (pairs + 1) / 2 * 2;
}

/// Cosines, then sines, of the steps of each pair by 0 … side − 1 positions. A pair that only fills the last vector has zeros.
class Rotations {
public:
  static constexpr std::size_t row = 2 * side;

  Rotations(std::span<const Frequency> frequencies, std::span<float> scratch) : values_(scratch) {
    for (std::size_t g = 0; g < group_count(frequencies.size()); ++g) {
      const PairGroup pairs = disjoint_group(g, frequencies.size());
      const simd::f64x2 present = presence(pairs, frequencies.size());
      for (std::size_t j = 0; j < side; ++j) {
        const auto step =
            sine_cosine(frequencies[pairs.first], frequencies[pairs.second], {static_cast<double>(j), 0});
        const simd::f64x2 cosine = present * step.cosine, sine = present * step.sine;
        for (const std::size_t lane : {0u, 1u}) {
          float* out = values_.data() + (2 * g + lane) * row;
          out[j] = static_cast<float>(cosine.get(lane));
          out[side + j] = static_cast<float>(sine.get(lane));
        }
      }
    }
  }

  const float* of_pair(std::size_t i) const { return values_.data() + i * row; }

private:
  std::span<float> values_;
};

/// Σ_i cos of the middle · cos of the step, and the same of sines: their difference is the sum of cosines at the
/// middle + j, and their sum that at the middle − j.
struct Sums {
  alignas(16) std::array<float, side> cosine{}, sine{};
};

/// The cosines and sines of a chunk of pairs at the middle of a block.
struct Middle {
  std::array<float, chunk_pairs> cosine, sine;

  Middle(std::span<const Frequency> frequencies, std::size_t from, std::size_t to, double offset) {
    for (std::size_t i = from; i < to; i += 2) {
      const PairGroup pairs = disjoint_group(i / 2, frequencies.size());
      const auto values = sine_cosine(frequencies[pairs.first], frequencies[pairs.second], {offset, 0});
      for (const std::size_t lane : {0u, 1u}) {
        cosine[i - from + lane] = static_cast<float>(values.cosine.get(lane));
        sine[i - from + lane] = static_cast<float>(values.sine.get(lane));
      }
    }
  }
};

/// Adds pairs from … to − 1, in tiles of offsets whose sums stay in registers.
void add_pairs(const Rotations& rotations, const Middle& middle, std::size_t from, std::size_t to,
               Sums& sums) {
  constexpr std::size_t tile = 4, lanes = f32x4::size;
  for (std::size_t j = 0; j < side; j += tile * lanes) {
    std::array<f32x4, tile> cosine, sine;
    POSENC_UNROLL
    for (std::size_t k = 0; k < tile; ++k) {
      cosine[k] = f32x4::load_aligned(&sums.cosine[j + k * lanes]);
      sine[k] = f32x4::load_aligned(&sums.sine[j + k * lanes]);
    }
    for (std::size_t i = from; i < to; ++i) {
      const f32x4 c(middle.cosine[i - from]), s(middle.sine[i - from]);
      const float* steps = rotations.of_pair(i) + j;
      POSENC_UNROLL
      for (std::size_t k = 0; k < tile; ++k) {
        cosine[k] = cosine[k] + c * f32x4::load_unaligned(steps + k * lanes);
        sine[k] = sine[k] + s * f32x4::load_unaligned(steps + side + k * lanes);
      }
    }
    POSENC_UNROLL
    for (std::size_t k = 0; k < tile; ++k) {
      cosine[k].store_aligned(&sums.cosine[j + k * lanes]);
      sine[k].store_aligned(&sums.sine[j + k * lanes]);
    }
  }
}

/// Whether any sum of cosines is `least` or more.
bool reaches(const Sums& sums, float least) {
  f32x4 highest(-std::numeric_limits<float>::infinity());
  for (std::size_t j = 0; j < side; j += f32x4::size)
    highest = simd::larger(highest, f32x4::load_aligned(&sums.cosine[j]) +
                                        xsimd::abs(f32x4::load_aligned(&sums.sine[j])));
  return xsimd::any(highest >= f32x4(least));
}

/// The sum of cosines that a chunk of `pairs` pairs must reach for the distance to stay within `squared_distance`, minus
/// the largest error of floats: 3 · 2^-25 for each of two products with rounded factors; n · 2^-24 for the n-th sum, as
/// both together are at most n; n · 2^-24 each for the last sum and for the limit itself.
float least_sum(std::size_t pairs, double squared_distance) {
  const auto n = static_cast<double>(pairs);
  return static_cast<float>(n - squared_distance / 2 - n * (n + 16) * 0x1p-25);
}

bool block_may_improve(std::span<const Frequency> frequencies, const Rotations& rotations, double middle,
                       const NearestRepeat& search, Sums& sums) {
  const std::size_t pairs = frequencies.size();
  for (std::size_t from = 0; from < pairs; from += chunk_pairs) {
    const std::size_t to = std::min(from + chunk_pairs, even(pairs));
    add_pairs(rotations, Middle(frequencies, from, to, middle), from, to, sums);
    if (!reaches(sums, least_sum(std::min(to, pairs), search.squared_distance))) return false;
  }
  return true;
}

/// Computes one offset in double.
void look_at(std::span<const Frequency> frequencies, double offset, NearestRepeat& search) {
  const double squared_distance = similarity(frequencies, offset).squared_distance;
  if (squared_distance < search.squared_distance) {
    search.squared_distance = squared_distance;
    search.offset = offset;
  }
}

} // namespace

std::size_t nearest_repeat_scratch(std::size_t pairs) {
  return even(pairs) * Rotations::row;
}

void nearest_repeat(std::span<const Frequency> frequencies, double last, NearestRepeat& search,
                    std::span<float> scratch) {
  assert(scratch.size() >= nearest_repeat_scratch(frequencies.size()) && search.next >= 1);
  if (search.next > last) return;
  const Rotations rotations(frequencies, scratch);
  for (; search.next <= last; search.next += block_offsets) {
    const double middle = search.next + static_cast<double>(side - 1);
    Sums sums;
    if (!block_may_improve(frequencies, rotations, middle, search, sums)) continue;
    for (std::size_t n = 0; n < block_offsets && search.next + static_cast<double>(n) <= last; ++n) {
      const bool before = n < side - 1;
      const std::size_t j = before ? side - 1 - n : n - (side - 1);
      const float sum = before ? sums.cosine[j] + sums.sine[j] : sums.cosine[j] - sums.sine[j];
      if (sum >= least_sum(frequencies.size(), search.squared_distance))
        look_at(frequencies, search.next + static_cast<double>(n), search);
    }
  }
  search.next = last + 1;
}

} // namespace posenc
