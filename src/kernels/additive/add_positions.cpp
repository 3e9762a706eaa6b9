#include "kernels/additive/add_positions.hpp"

#include <cassert>

#include "kernels/arithmetic/canonical.hpp"
#include "kernels/arithmetic/lanes.hpp"

namespace posenc {
namespace {

using simd::f32x4;
using simd::f64x2;

/// `drop(values, row, group)` finishes four entries.
template <class Drop>
void add_rows(std::span<const float> x, std::span<const float> table, const Addition& addition, double factor,
              Drop&& drop, std::span<float> out) {
  const std::size_t width = addition.width;
  const f64x2 scale(addition.scale), keep(factor);
  for (std::size_t row = 0; row * width < x.size(); ++row) {
    const float *embedding = x.data() + row * width, *encoding = table.data() + row % addition.rows * width;
    for_whole_lanes(width, [&](std::size_t c, std::size_t n) {
      const f32x4 e = load_lanes(embedding + c, n), p = load_lanes(encoding + c, n);
      const f64x2 low = (scale * simd::widen_low(e) + simd::widen_low(p)) * keep;
      const f64x2 high = (scale * simd::widen_high(e) + simd::widen_high(p)) * keep;
      const f32x4 sum = canonical(simd::narrow(low, high));
      store_lanes(drop(sum, row, c / f32x4::size), out.data() + row * width + c, n);
    });
  }
}

} // namespace

void add_positions(std::span<const float> x, std::span<const float> table, const Addition& addition,
                   std::span<float> out) {
  assert(table.size() == addition.rows * addition.width && x.size() == out.size());
  if (addition.dropout.probability == 0) {
    add_rows(x, table, addition, 1, [](f32x4 sum, std::size_t, std::size_t) { return sum; }, out);
    return;
  }
  KeptEntries kept(addition.dropout);
  const auto drop = [&](f32x4 sum, std::size_t row, std::size_t group) { return kept.of(sum, row, group); };
  add_rows(x, table, addition, 1 / (1 - addition.dropout.probability), drop, out);
}

} // namespace posenc
