/// Tables of sines and cosines in double, for the fit of a shift and the criteria of a table: with floats, both would
/// measure their rounding.
///
///   out[t·row + sine   + i·step] = sin(2π (start + t) f[i])      i < columns.sines
///   out[t·row + cosine + i·step] = cos(2π (start + t) f[i])      i < columns.cosines
///
/// Shapes    frequencies (pairs), out (rows, layout.row) f64 row-major; channels of a row that the layout does not name
///           are left as they are
/// Requires  |start| + rows <= 2^53; columns.pairs() <= pairs; channels in the row. Checked by src/api
/// Accuracy  <= 2^-51 relative up to position 2^24 (tests/kernels/properties/table_doubles_test.cpp)
/// Source    Vaswani et al. 2017, arXiv 1706.03762, section 3.5
#pragma once

#include <cstddef>
#include <span>

#include "kernels/table/columns.hpp"
#include "kernels/table/frequencies.hpp"
#include "kernels/table/sincos_table.hpp"

namespace posenc {

void table_doubles(std::span<const Frequency> frequencies, Columns columns, double start, Layout layout,
                   std::span<double> out);

} // namespace posenc
