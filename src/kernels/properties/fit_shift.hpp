/// The matrix that best takes each row of a table to the row k further on, from the rows only.
///
///   R̂ = argmin Σ_t |P_{t+k} − R̂ P_t|²        residual = √(Σ_t |P_{t+k} − R̂ P_t|² / Σ_t |P_{t+k}|²)      t = 0 … N − 1
///
/// Sines with their cosines give R(k) (shift_matrix.hpp) and a residual of rounding; sines alone do not.
///
/// Shapes    table (N + k, d), matrix (d, d) f64 row-major; scratch fit_shift_scratch(d) doubles
/// Requires  d > 0, k < rows of the table; finite numbers below 2^500 in size; no overlap
/// Accuracy  the residual belongs to the returned R̂, summed again over the table: below 5e-15 for sines with cosines
///           up to d = 32. R̂ is zero in directions in which the rows differ by rounding only (least_squares.hpp), unlike
///           with exact numbers: slow sines 32 wide over 512 rows leave .3083 instead of .3081
///           (tests/kernels/properties/fit_shift_test.cpp)
/// Cost      8 · N · d² + 80 · d³ flops
/// Source    Kazemnejad 2019, Transformer Architecture: The Positional Encoding (P_{t+k} as a linear function of P_t)
#pragma once

#include <cstddef>
#include <span>

namespace posenc {

struct ShiftFit {
  double residual;  // relative, Frobenius norm; 0 for a table of zeros
  std::size_t rank; // directions that the rows determine, at most d
};

std::size_t fit_shift_scratch(std::size_t width);

ShiftFit fit_shift(std::span<const double> table, std::size_t width, std::size_t offset,
                   std::span<double> matrix, std::span<double> scratch);

} // namespace posenc
