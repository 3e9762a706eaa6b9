#include "kernels/attention_panels.hpp"

#include "kernels/simd.hpp"

#include <algorithm>

namespace posenc {

namespace {

void pack_panel(const float* const (&rows)[panel_rows], std::size_t width, double* out) {
  for (std::size_t i = 0; i < width; ++i)
    for (std::size_t r = 0; r < panel_rows; ++r) out[i * panel_rows + r] = static_cast<double>(rows[r][i]);
}

void pack_last_panel(std::span<const float* const> rows, std::size_t width, double* out) {
  std::fill_n(out, width * panel_rows, 0.0);
  for (std::size_t r = 0; r < rows.size(); ++r)
    for (std::size_t i = 0; i < width; ++i) out[i * panel_rows + r] = static_cast<double>(rows[r][i]);
}

} // namespace

void pack_rows(std::span<const float> tensor, const HeadRows& head, std::size_t begin, std::size_t count,
               double* out) {
  for (std::size_t done = 0; done < count; done += panel_rows, out += head.width * panel_rows) {
    const std::size_t present = std::min(panel_rows, count - done);
    const float* rows[panel_rows];
    for (std::size_t r = 0; r < present; ++r) rows[r] = tensor.data() + head(begin + done + r);
    if (present == panel_rows)
      pack_panel(rows, head.width, out);
    else
      pack_last_panel({rows, present}, head.width, out);
  }
}

bool pack_columns(std::span<const float> tensor, const HeadRows& head, std::size_t begin, std::size_t count,
                  std::size_t depth, float* out) {
  simd::f32x4 poison = 0.0f; // x · 0 is 0 for finite x, else NaN, and NaN stays
  for (std::size_t column = 0; column < head.width; column += panel_columns, out += depth * panel_columns) {
    const std::size_t present = std::min(panel_columns, head.width - column);
    for (std::size_t row = 0; row < count; ++row) {
      float* to = out + row * panel_columns;
      const float* from = tensor.data() + head(begin + row) + column;
      std::fill(std::copy_n(from, present, to), to + panel_columns, 0.0f);
      poison = poison + simd::f32x4::load_unaligned(to) * 0.0f;
      poison = poison + simd::f32x4::load_unaligned(to + 4) * 0.0f;
    }
    std::fill(out + count * panel_columns, out + depth * panel_columns, 0.0f);
  }
  return xsimd::all(poison == 0.0f);
}

} // namespace posenc
