#include "kernels/heatmap.hpp"

#include <algorithm>
#include <cassert>

#include "kernels/simd.hpp"

namespace posenc {

namespace {

using simd::f32x4;

/// Bins as floats: NaN takes any bin, the caller masks it.
f32x4 bin(f32x4 value) {
  const f32x4 number = xsimd::select(value == value, value, f32x4(0.0f));
  return xsimd::max(f32x4(0.0f), xsimd::min(f32x4(255.0f), number * 128.0f + 128.0f));
}

} // namespace

void heatmap_colours(std::span<const float> values, std::span<const std::uint32_t, 256> palette,
                     std::span<std::uint32_t> rgba) {
  const std::size_t n = values.size();
  assert(rgba.size() == n);

  for (std::size_t k = 0; k < n; k += f32x4::size) {
    const std::size_t lanes = std::min(n - k, f32x4::size);
    alignas(16) float value[f32x4::size] = {};
    alignas(16) std::int32_t index[f32x4::size];
    std::copy_n(values.data() + k, lanes, value);
    xsimd::batch_cast<std::int32_t>(bin(f32x4::load_aligned(value))).store_aligned(index);
    for (std::size_t lane = 0; lane < lanes; ++lane) {
      const bool number = value[lane] == value[lane];
      rgba[k + lane] = number ? palette[static_cast<std::size_t>(index[lane])] : 0;
    }
  }
}

} // namespace posenc
