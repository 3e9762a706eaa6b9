#include "kernels/arithmetic/panels.hpp"

#include "kernels/arithmetic/simd.hpp"
#include "kernels/arithmetic/transpose.hpp"
#include "kernels/arithmetic/unroll.hpp"

#include <algorithm>

namespace posenc {

namespace {

using simd::f32x4;

void transpose_panel(std::span<const float* const> rows, std::size_t width, float* out) {
  std::size_t i = 0;
  if (rows.size() == panel_columns) {
    for (; i + 4 <= width; i += 4)
      for (std::size_t half = 0; half < panel_columns; half += 4) {
        const auto channels = transposed(rows.data() + half, i);
        POSENC_UNROLL
        for (std::size_t n = 0; n < 4; ++n) channels[n].store_unaligned(out + (i + n) * panel_columns + half);
      }
  }
  for (; i < width; ++i)
    for (std::size_t r = 0; r < panel_columns; ++r)
      out[i * panel_columns + r] = r < rows.size() ? rows[r][i] : 0.0f;
}

} // namespace

void pack_transposed(std::span<const float> tensor, const RowLayout& layout, std::size_t begin,
                     std::size_t count, float* out) {
  for (std::size_t done = 0; done < count; done += panel_columns, out += layout.width * panel_columns) {
    const std::size_t present = std::min(panel_columns, count - done);
    const float* rows[panel_columns];
    for (std::size_t r = 0; r < present; ++r) rows[r] = tensor.data() + layout(begin + done + r);
    transpose_panel({rows, present}, layout.width, out);
  }
}

bool pack_columns(std::span<const float> tensor, const RowLayout& layout, std::size_t begin,
                  std::size_t count, std::size_t depth, float* out) {
  f32x4 poison = 0.0f; // x · 0 is 0 for finite x, else NaN, and NaN stays
  for (std::size_t column = 0; column < layout.width; column += panel_columns, out += depth * panel_columns) {
    const std::size_t present = std::min(panel_columns, layout.width - column);
    for (std::size_t row = 0; row < count; ++row) {
      const float* from = tensor.data() + layout(begin + row) + column;
      float last[panel_columns] = {}; // a panel that the width does not fill
      if (present < panel_columns) {
        for (std::size_t c = 0; c < present; ++c) last[c] = from[c];
        from = last;
      }
      const f32x4 low = f32x4::load_unaligned(from), high = f32x4::load_unaligned(from + 4);
      poison = poison + (low * 0.0f + high * 0.0f);
      low.store_unaligned(out + row * panel_columns);
      high.store_unaligned(out + row * panel_columns + 4);
    }
    std::fill(out + count * panel_columns, out + depth * panel_columns, 0.0f);
  }
  return xsimd::all(poison == 0.0f);
}

void widen(std::span<const float> values, double* out) {
  std::size_t i = 0;
  for (; i + 4 <= values.size(); i += 4) {
    const f32x4 x = f32x4::load_unaligned(values.data() + i);
    simd::widen_low(x).store_unaligned(out + i);
    simd::widen_high(x).store_unaligned(out + i + 2);
  }
  for (; i < values.size(); ++i) out[i] = static_cast<double>(values[i]);
}

} // namespace posenc
