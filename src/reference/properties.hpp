/// Properties of a table from every row or every pair, in wide precision.
#pragma once

#include <utility>

#include "reference/table.hpp"

namespace posenc::reference {

// The inner product of two rows and the square of their distance, column by column.

struct Similarity {
  Wide inner, squared_distance;
};

inline Similarity similarity(const std::vector<Wide>& a, const std::vector<Wide>& b) {
  Similarity result{0, 0};
  for (std::size_t c = 0; c < a.size(); ++c) {
    result.inner += a[c] * b[c];
    result.squared_distance += (a[c] - b[c]) * (a[c] - b[c]);
  }
  return result;
}

// The offset of the row nearest to row 0, from every row.

struct NearestRepeat {
  double offset;
  Wide squared_distance;
};

inline NearestRepeat nearest_repeat(const Encoding& encoding, double first, double last) {
  const auto distance = [&](double offset) {
    return similarity(encoding.row(0), encoding.row(Wide(offset))).squared_distance;
  };
  NearestRepeat best{first, distance(first)};
  for (double offset = first + 1; offset <= last; ++offset)
    if (const Wide squared = distance(offset); squared < best.squared_distance) best = {offset, squared};
  return best;
}

// Distances between the rows of a table, from every pair of rows.

/// Squares of the smallest and of the largest distance between rows t and t + offset.
struct OffsetDistances {
  Wide smallest, largest;
};

inline OffsetDistances offset_distances(const std::vector<std::vector<Wide>>& rows, std::size_t offset) {
  const Wide first = similarity(rows[0], rows[offset]).squared_distance;
  OffsetDistances result{first, first};
  for (std::size_t t = 1; t + offset < rows.size(); ++t) {
    const Wide squared = similarity(rows[t], rows[t + offset]).squared_distance;
    if (squared < result.smallest) result.smallest = squared;
    if (squared > result.largest) result.largest = squared;
  }
  return result;
}

// The mean of all entries, summed up.

inline Wide table_mean(const Encoding& encoding, double start, std::size_t rows) {
  Wide sum = 0;
  for (std::size_t t = 0; t < rows; ++t)
    for (const Wide value : encoding.row(Wide(start) + Wide(t))) sum += value;
  return sum / Wide(rows * (encoding.sines + encoding.cosines));
}

// Periods 2π / ω, and how many are longer than a length.

inline Wide period(Wide omega) {
  return 2 * pi / omega;
}

inline std::size_t unfinished_pairs(std::span<const Wide> omega, double length) {
  std::size_t count = 0;
  for (const Wide w : omega)
    if (period(w) > Wide(length)) ++count;
  return count;
}

// R(k) of the interleaved layout, entry by entry: rotations by k·ω on the diagonal.
// Source    Kazemnejad 2019, Transformer Architecture: The Positional Encoding

/// Row-major, 2 · omega.size() wide; multiplies columns from the left.
inline std::vector<Wide> shift_matrix(std::span<const Wide> omega, double offset) {
  const std::size_t width = 2 * omega.size();
  std::vector<Wide> matrix(width * width, Wide(0));
  for (std::size_t i = 0; i < omega.size(); ++i) {
    const Wide angle = Wide(offset) * omega[i];
    Wide* const first = &matrix[2 * i * width + 2 * i];
    Wide* const second = first + width;
    first[0] = cosine(angle), first[1] = sine(angle);
    second[0] = -sine(angle), second[1] = cosine(angle);
  }
  return matrix;
}

// The least squares fit of a shift by the normal equations, R̂ (Σ P_t P_tᵀ) = Σ P_{t+k} P_tᵀ.
// Accuracy  the condition of the Gram matrix times 2^-110; for tables whose rows span all dimensions

struct ShiftFit {
  std::vector<Wide> matrix; // row-major
  Wide squared_residual;    // relative
};

inline Wide magnitude(Wide x) {
  return x < 0 ? -x : x;
}

/// Takes the left half of [A | B] to the identity by elimination with row pivots, and so the right half to A⁻¹ B.
inline void eliminate(std::vector<std::vector<Wide>>& rows) {
  for (std::size_t j = 0; j < rows.size(); ++j) {
    std::size_t pivot = j;
    for (std::size_t i = j; i < rows.size(); ++i)
      if (magnitude(rows[i][j]) > magnitude(rows[pivot][j])) pivot = i;
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

inline ShiftFit fit_shift(const std::vector<std::vector<Wide>>& rows, std::size_t offset) {
  const std::size_t width = rows[0].size(), count = rows.size() - offset;
  std::vector<std::vector<Wide>> equations(width, std::vector<Wide>(2 * width, Wide(0)));
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
