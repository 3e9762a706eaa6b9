#include "kernels/arithmetic/panels.hpp"

#include "kernels/arithmetic/simd.hpp"

#include <algorithm>

namespace posenc {

namespace {

using simd::f32x4;
using simd::f64x2;

/// Channels i … i + 3 of four rows.
void pack_square(const float* const (&rows)[panel_rows], std::size_t i, double* out) {
  f64x2 low[panel_rows], high[panel_rows];
  for (std::size_t r = 0; r < panel_rows; ++r) {
    const f32x4 x = f32x4::load_unaligned(rows[r] + i);
    low[r] = simd::widen_low(x);
    high[r] = simd::widen_high(x);
  }
  for (std::size_t pair = 0; pair < panel_rows; pair += 2) {
    xsimd::zip_lo(low[pair], low[pair + 1]).store_unaligned(out + pair);
    xsimd::zip_hi(low[pair], low[pair + 1]).store_unaligned(out + pair + 4);
    xsimd::zip_lo(high[pair], high[pair + 1]).store_unaligned(out + pair + 8);
    xsimd::zip_hi(high[pair], high[pair + 1]).store_unaligned(out + pair + 12);
  }
}

void pack_panel(const float* const (&rows)[panel_rows], std::size_t width, double* out) {
  std::size_t i = 0;
  for (; i + 4 <= width; i += 4) pack_square(rows, i, out + i * panel_rows);
  for (; i < width; ++i)
    for (std::size_t r = 0; r < panel_rows; ++r) out[i * panel_rows + r] = static_cast<double>(rows[r][i]);
}

void pack_last_panel(std::span<const float* const> rows, std::size_t width, double* out) {
  std::fill_n(out, width * panel_rows, 0.0);
  for (std::size_t r = 0; r < rows.size(); ++r)
    for (std::size_t i = 0; i < width; ++i) out[i * panel_rows + r] = static_cast<double>(rows[r][i]);
}

} // namespace

void pack_rows(std::span<const float> tensor, const RowLayout& layout, std::size_t begin, std::size_t count,
               double* out) {
  for (std::size_t done = 0; done < count; done += panel_rows, out += layout.width * panel_rows) {
    const std::size_t present = std::min(panel_rows, count - done);
    const float* rows[panel_rows];
    for (std::size_t r = 0; r < present; ++r) rows[r] = tensor.data() + layout(begin + done + r);
    if (present == panel_rows)
      pack_panel(rows, layout.width, out);
    else
      pack_last_panel({rows, present}, layout.width, out);
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
