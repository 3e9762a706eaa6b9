/// Tables of sines and cosines times a factor, each entry the float nearest to the exact product.
///
///   out[t·row + sine   + i·step] = RN(A sin(2π · p[t] · f[i]))
///   out[t·row + cosine + i·step] = RN(A cos(2π · p[t] · f[i]))
///
/// A is the attention factor of YaRN and LongRoPE, or the output scale of a sinusoidal table. Each entry is computed by
/// itself, which costs several times as much as sincos_table, the kernel for A = 1.
///
/// Shapes    frequencies (pairs), positions (rows), out (rows, layout.row) f32 row-major; channels of a row that the
///           layout does not name are left as they are
/// Units     positions in tokens, of any kind that sincos_table takes
/// Requires  |A| <= 2^31; channels and columns as for sincos_table. Checked by src/api
/// Accuracy  correctly rounded, the double A taken as exact. Zeros of sines are +0 (tests/kernels/table/scaled_table_test.cpp)
/// Source    Peng et al. 2023, arXiv 2309.00071, section 3.4
#pragma once

#include <span>

#include "kernels/table/sincos_table.hpp"

namespace posenc {

/// The rows of positions start, start + 1, … (the exact sums, if start is a fraction).
void scaled_table(std::span<const Frequency> frequencies, Columns columns, Position start, std::size_t rows,
                  double factor, Layout layout, std::span<float> out);

void scaled_table_at(std::span<const Frequency> frequencies, Columns columns,
                     std::span<const double> positions, double factor, Layout layout, std::span<float> out);

/// As the frameworks do it: each rounded entry of a table times a float, rounded again.
void scale_entries(std::span<float> table, float factor);

} // namespace posenc
