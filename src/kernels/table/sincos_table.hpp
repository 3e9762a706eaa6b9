/// Tables of sines and cosines of position × frequency, each entry the float nearest to the exact value.
///
///   out[t·row + sine   + i·step] = RN(sin(2π · p[t] · f[i]))
///   out[t·row + cosine + i·step] = RN(cos(2π · p[t] · f[i]))
///
/// Shapes    frequencies (pairs), positions (rows), out (rows, layout.row) f32 row-major; channels of a row that the
///           layout does not name are left as they are
/// Units     positions in tokens: any finite double up to 2^53 in size, negative and fractional too
/// Requires  channels within the row; columns.pairs() <= pairs; out.size() >= rows·row; no overlap. Checked by src/api
/// Accuracy  correctly rounded (tests/kernels/table/sincos_table_test.cpp, tests/bench/accuracy.bench.cpp)
/// Source    Vaswani et al. 2017, arXiv 1706.03762, section 3.5
#pragma once

#include <cstddef>
#include <span>

#include "kernels/table/columns.hpp"
#include "kernels/table/frequencies.hpp"
#include "kernels/table/phase.hpp"

namespace posenc {

/// The places of pair i of row t: sine to out[t·row + sine + i·step], cosine to out[t·row + cosine + i·step].
struct Layout {
  std::size_t sine, cosine, step, row;
};

/// sin, cos, sin, cos, … as in the paper. `width` is the number of channels of a row, even.
constexpr Layout interleaved(std::size_t width) {
  return {0, 1, 2, width};
}

/// All sines, then all cosines.
constexpr Layout halves(std::size_t width) {
  return {0, width / 2, 1, width};
}

/// The rows of positions start, start + 1, … (the exact sums, if start is a fraction).
void sincos_table(std::span<const Frequency> frequencies, double start, std::size_t rows, Layout layout,
                  std::span<float> out);
void sincos_table(std::span<const Frequency> frequencies, Columns columns, Position start, std::size_t rows,
                  Layout layout, std::span<float> out);

/// The rows of the positions given, in any order.
void sincos_table_at(std::span<const Frequency> frequencies, std::span<const double> positions, Layout layout,
                     std::span<float> out);
void sincos_table_at(std::span<const Frequency> frequencies, Columns columns,
                     std::span<const double> positions, Layout layout, std::span<float> out);

} // namespace posenc
