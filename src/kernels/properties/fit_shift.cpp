#include "kernels/properties/fit_shift.hpp"

#include <cassert>
#include <cmath>

#include "kernels/arithmetic/dot.hpp"
#include "kernels/properties/least_squares.hpp"

namespace posenc {
namespace {

struct TableRows {
  std::span<const double> table;
  std::size_t width;

  std::span<const double> operator[](std::size_t t) const { return table.subspan(t * width, width); }
  std::size_t count() const { return table.size() / width; }
};

double residual(const TableRows& rows, std::size_t offset, std::span<const double> matrix) {
  double missed = 0, total = 0;
  for (std::size_t t = 0; t + offset < rows.count(); ++t) {
    const std::span<const double> from = rows[t], to = rows[t + offset];
    for (std::size_t c = 0; c < rows.width; ++c) {
      const double off = to[c] - dot(matrix.subspan(c * rows.width, rows.width), from);
      missed += off * off;
      total += to[c] * to[c];
    }
  }
  return total == 0 ? 0 : std::sqrt(missed / total);
}

} // namespace

std::size_t fit_shift_scratch(std::size_t width) {
  return LeastSquares::scratch(width, width);
}

ShiftFit fit_shift(std::span<const double> table, std::size_t width, std::size_t offset,
                   std::span<double> matrix, std::span<double> scratch) {
  assert(width > 0 && scratch.size() >= fit_shift_scratch(width));
  const TableRows rows{table, width};
  LeastSquares fit(width, width, scratch);
  for (std::size_t t = 0; t + offset < rows.count(); ++t) fit.add(rows[t], rows[t + offset]);
  const std::size_t rank = fit.solve(matrix);
  return {residual(rows, offset, matrix), rank};
}

} // namespace posenc
