#include "kernels/additive/add_positions.hpp"

#include <algorithm>
#include <cassert>

#include "kernels/arithmetic/canonical.hpp"
#include "kernels/arithmetic/lanes.hpp"

namespace posenc {
namespace {

using simd::f32x4;
using simd::f64x2;

/// Rows [first, first + table rows) of every sequence of the batch. `drop(values, row, group)` finishes four entries.
template <class Drop>
void add_rows(std::span<const float> x, std::span<const float> table, std::size_t first,
              const Addition& addition, double factor, Drop&& drop, std::span<float> out) {
  const std::size_t width = addition.width;
  const f64x2 scale(addition.scale), keep(factor);
  const std::size_t sequences = x.size() / (addition.rows * width);
  for (std::size_t b = 0; b < sequences; ++b)
    for (std::size_t t = 0; t * width < table.size(); ++t) {
      const std::size_t row = b * addition.rows + first + t;
      const float *embedding = x.data() + row * width, *encoding = table.data() + t * width;
      for_lanes(width, [&](std::size_t c, std::size_t n) {
        const f32x4 e = load_lanes(embedding + c, n), p = load_lanes(encoding + c, n);
        const f64x2 low = (scale * simd::widen_low(e) + simd::widen_low(p)) * keep;
        const f64x2 high = (scale * simd::widen_high(e) + simd::widen_high(p)) * keep;
        const f32x4 sum = canonical(simd::narrow(low, high));
        store_lanes(drop(sum, row, c / f32x4::size), out.data() + row * width + c, n);
      });
    }
}

void add_block(std::span<const float> x, std::span<const float> table, std::size_t first,
               const Addition& addition, std::span<float> out) {
  if (addition.dropout.probability == 0) {
    add_rows(x, table, first, addition, 1, [](f32x4 sum, std::size_t, std::size_t) { return sum; }, out);
    return;
  }
  KeptEntries kept(addition.dropout);
  const auto drop = [&](f32x4 sum, std::size_t row, std::size_t group) { return kept.of(sum, row, group); };
  add_rows(x, table, first, addition, 1 / (1 - addition.dropout.probability), drop, out);
}

} // namespace

void add_positions(std::span<const float> x, std::span<const float> table, const Addition& addition,
                   std::span<float> out) {
  assert(table.size() == addition.rows * addition.width && x.size() == out.size());
  if (!table.empty()) add_block(x, table, 0, addition, out);
}

void add_sinusoids(std::span<const float> x, const Sinusoids& encoding, double start,
                   const Addition& addition, std::span<float> out, std::span<float> scratch) {
  const auto& [frequencies, columns, layout] = encoding;
  const auto [whole, fraction] = position(start);
  const std::size_t most = scratch.size() / addition.width;
  assert(most > 0 && x.size() == out.size());
  std::ranges::fill(scratch, 0.0f); // channels that no pair names stay so
  for (std::size_t first = 0; first < addition.rows; first += most) {
    const std::size_t rows = std::min(most, addition.rows - first);
    const std::span<float> block = scratch.first(rows * addition.width);
    const Position from{whole + static_cast<double>(first), fraction};
    sincos_table(frequencies, columns, from, rows, layout, block);
    add_block(x, block, first, addition, out);
  }
}

} // namespace posenc
