#include "reference/properties/fit_shift.hpp"

#include <utility>

namespace posenc::reference {
namespace {

using Matrix = std::vector<std::vector<Wide>>;

Wide size(Wide x) {
  return x < 0 ? -x : x;
}

/// Takes the left half of [A | B] to the identity by elimination with row pivots, and so the right half to A⁻¹ B.
void eliminate(Matrix& rows) {
  for (std::size_t j = 0; j < rows.size(); ++j) {
    std::size_t pivot = j;
    for (std::size_t i = j; i < rows.size(); ++i)
      if (size(rows[i][j]) > size(rows[pivot][j])) pivot = i;
    std::swap(rows[j], rows[pivot]);
    const Wide divisor = rows[j][j];
    for (Wide& value : rows[j]) value /= divisor;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const Wide factor = rows[i][j];
      if (i == j || factor == 0) continue;
      for (std::size_t c = 0; c < rows[i].size(); ++c) rows[i][c] -= factor * rows[j][c];
    }
  }
}

} // namespace

ShiftFit fit_shift(const std::vector<std::vector<Wide>>& rows, std::size_t offset) {
  const std::size_t width = rows[0].size(), count = rows.size() - offset;
  Matrix equations(width, std::vector<Wide>(2 * width, Wide(0)));
  for (std::size_t t = 0; t < count; ++t)
    for (std::size_t a = 0; a < width; ++a)
      for (std::size_t b = 0; b < width; ++b) {
        equations[a][b] += rows[t][a] * rows[t][b];
        equations[a][width + b] += rows[t][a] * rows[t + offset][b];
      }
  eliminate(equations);
  ShiftFit fit{{}, 0};
  for (std::size_t b = 0; b < width; ++b)
    for (std::size_t a = 0; a < width; ++a) fit.matrix.push_back(equations[a][width + b]);
  Wide missed = 0, total = 0;
  for (std::size_t t = 0; t < count; ++t)
    for (std::size_t b = 0; b < width; ++b) {
      Wide off = rows[t + offset][b];
      total += off * off;
      for (std::size_t a = 0; a < width; ++a) off -= fit.matrix[b * width + a] * rows[t][a];
      missed += off * off;
    }
  fit.squared_residual = missed / total;
  return fit;
}

} // namespace posenc::reference
