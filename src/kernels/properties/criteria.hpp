/// Criteria of any table of encodings, from its rows: does each row differ from all others, does the distance of two rows
/// depend on their offset only, and are the values bounded and centred?
///
///   smallest distance   min over s < t of |P_t − P_s|, and the first rows that reach it
///   largest spread      max over k of (max − min over t of |P_{t+k} − P_t|), and the first k that reaches it
///   range               smallest, largest and mean entry
///
/// Distances are computed offset by offset, in slices: each call continues from state.next_offset.
///
/// Shapes    table (N, d) f64 row-major
/// Requires  finite numbers below 2^500 in size; N >= 1, d >= 1
/// Accuracy  distances <= d · 2^-53 relative; the smallest 2^-40, as ties up to rounding go to the first, and a spread
///           by as much of its larger distance, as it is taken from the smallest of its offset; mean
///           <= N · d · 2^-53 · the largest size (tests/kernels/properties/criteria_test.cpp)
/// Cost      N² d / 2 differences: about 0.1 s for 1000 rows of 512, and four times that for twice the rows
/// Source    Kazemnejad 2019, Transformer Architecture: The Positional Encoding, the four criteria
#pragma once

#include <cstddef>
#include <limits>
#include <span>

namespace posenc {

struct RowDistances {
  double next_offset = 1;
  double smallest = std::numeric_limits<double>::infinity();
  double smallest_row = 0, smallest_offset = 0; // rows smallest_row and smallest_row + smallest_offset
  double spread = 0, spread_offset = 0;
};

/// Computes the offsets from state.next_offset to last_offset, at most N − 1.
void row_distances(std::span<const double> table, std::size_t width, double last_offset, RowDistances& state);

struct TableRange {
  double smallest, largest, mean;
};

TableRange table_range(std::span<const double> table);

} // namespace posenc
