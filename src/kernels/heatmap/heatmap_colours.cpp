#include "kernels/heatmap/heatmap.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>

#include "kernels/arithmetic/lanes.hpp"

namespace posenc {

namespace {

using simd::f32x4;

constexpr std::size_t bins = 256;
using Colours = std::array<std::uint32_t, bins + 1>; // the last is for NaN

/// The bin as the upper bits of a float: y = 1.5 + v/2 lies in [1, 2) and its first 8 fraction bits are ⌊(v + 1) · 128⌋.
/// The next float up, 2, is the bin of NaN.
std::array<std::uint32_t, f32x4::size> bin(f32x4 value) {
  constexpr float below_two = 0x1.fffffep0f;
  constexpr std::uint32_t first_bin = std::bit_cast<std::uint32_t>(1.0f) >> 15;
  const f32x4 inside = xsimd::max(f32x4(1.0f), xsimd::min(f32x4(below_two), value * 0.5f + 1.5f));
  const f32x4 y = xsimd::select(value == value, inside, f32x4(2.0f));
  std::array<std::uint32_t, f32x4::size> index;
  ((xsimd::bitwise_cast<std::uint32_t>(y) >> 15) - first_bin).store_unaligned(index.data());
  return index;
}

} // namespace

void heatmap_colours(std::span<const float> values, std::span<const std::uint32_t, bins> palette,
                     std::span<std::uint32_t> rgba) {
  assert(rgba.size() == values.size());
  Colours colours{};
  std::ranges::copy(palette, colours.begin());
  for_whole_lanes(values.size(), [&](std::size_t i, std::size_t n) {
    const auto index = bin(load_lanes(&values[i], n));
    for (std::size_t lane = 0; lane < n; ++lane) rgba[i + lane] = colours[index[lane]];
  });
}

} // namespace posenc
