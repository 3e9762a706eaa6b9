#include "kernels/properties/criteria.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>

#include "kernels/arithmetic/simd.hpp"
#include "kernels/arithmetic/unroll.hpp"

namespace posenc {

using simd::f64x2;

namespace {

// Number of offsets computed together: rows t + k … t + k + 3 were just read for row t − 1, so memory is read once for four.
constexpr std::size_t together = 4;

// Equal distances differ by rounding, and the first of them must be reported.
constexpr double clearly_below = 1 - 0x1p-40;

using Rows = std::array<const double*, together>;

/// |row − others[n]|² for each n.
std::array<double, together> squared_distances(const double* row, const Rows& others, std::size_t width) {
  std::array<f64x2, together> sums{f64x2(0.0), f64x2(0.0), f64x2(0.0), f64x2(0.0)};
  const std::size_t bulk = width / f64x2::size * f64x2::size;
  for (std::size_t c = 0; c < bulk; c += f64x2::size) {
    const f64x2 x = f64x2::load_unaligned(row + c);
    POSENC_UNROLL
    for (std::size_t n = 0; n < together; ++n) {
      const f64x2 off = f64x2::load_unaligned(others[n] + c) - x;
      sums[n] = sums[n] + off * off;
    }
  }
  std::array<double, together> result;
  POSENC_UNROLL
  for (std::size_t n = 0; n < together; ++n) {
    result[n] = sums[n].get(0) + sums[n].get(1);
    if (bulk < width) {
      const double off = others[n][bulk] - row[bulk];
      result[n] += off * off;
    }
  }
  return result;
}

struct Extremes {
  double smallest = std::numeric_limits<double>::infinity(), largest = 0; // squares
  std::size_t smallest_row = 0;

  void add(double squared, std::size_t row) {
    largest = std::max(largest, squared);
    if (squared < smallest * clearly_below) {
      smallest = squared;
      smallest_row = row;
    }
  }
};

void add_offset(const Extremes& of_offset, double offset, RowDistances& state) {
  const double smallest = std::sqrt(of_offset.smallest), spread = std::sqrt(of_offset.largest) - smallest;
  if (smallest < state.smallest * clearly_below) {
    state.smallest = smallest;
    state.smallest_row = static_cast<double>(of_offset.smallest_row);
    state.smallest_offset = offset;
  }
  if (spread > state.spread) {
    state.spread = spread;
    state.spread_offset = offset;
  }
}

} // namespace

void row_distances(std::span<const double> table, std::size_t width, double last_offset,
                   RowDistances& state) {
  assert(width > 0 && state.next_offset >= 1);
  const std::size_t rows = table.size() / width;
  if (rows < 2) return;
  const std::size_t last = static_cast<std::size_t>(std::min(last_offset, static_cast<double>(rows - 1)));
  auto offset = static_cast<std::size_t>(state.next_offset);
  for (; offset <= last; offset += together) {
    const std::size_t count = std::min(together, last - offset + 1);
    std::array<Extremes, together> extremes;
    for (std::size_t t = 0; t + offset < rows; ++t) {
      Rows others;
      for (std::size_t n = 0; n < together; ++n)
        others[n] = table.data() + std::min(t + offset + n, rows - 1) * width;
      const auto squares = squared_distances(table.data() + t * width, others, width);
      for (std::size_t n = 0; n < count && t + offset + n < rows; ++n) extremes[n].add(squares[n], t);
    }
    for (std::size_t n = 0; n < count; ++n) add_offset(extremes[n], static_cast<double>(offset + n), state);
  }
  state.next_offset = std::max(state.next_offset, static_cast<double>(last + 1));
}

TableRange table_range(std::span<const double> table) {
  assert(!table.empty());
  TableRange range{table[0], table[0], 0};
  double sum = 0;
  for (const double value : table) {
    range.smallest = std::min(range.smallest, value);
    range.largest = std::max(range.largest, value);
    sum += value;
  }
  range.mean = sum / static_cast<double>(table.size());
  return range;
}

} // namespace posenc
