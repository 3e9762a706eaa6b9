/// Least squares with many right-hand sides, from rows that arrive one after the other.
///
///   the M (outputs × inputs) with the smallest Σ_t |b_t − M a_t|², and of those the one with the smallest norm
///
/// 1. Householder reflections take each block of rows into a triangle [R | C]: no Gram matrix, which would square the
///    condition. Only the triangle is kept, so the number of rows does not matter.
/// 2. One-sided Jacobi rotations make the rows of R orthogonal, which is its singular value decomposition: R = V S Uᵀ.
/// 3. M = Σ_i c_i g_iᵀ / σ_i², over the rows g_i of S Uᵀ and c_i of VᵀC, except σ_i below rounding: in directions that
///    the data do not determine M is zero, not noise.
///
/// Shapes    row of a (inputs), b (outputs); map (outputs, inputs) f64 row-major
/// Requires  finite numbers below 2^500 in size, at least one input; numbers below 2^-480 in size may count as 0
/// Accuracy  M is exact for rows changed by about inputs · 2^-52 of the largest; σ is cut at the same size
///           (tests/kernels/properties/least_squares_test.cpp)
/// Cost      4 · rows · inputs · (inputs / 2 + outputs) flops for 1, about 80 · inputs³ for 2
/// Source    Golub and Van Loan, Matrix Computations, 4th edition, 5.2 and 8.6.3 (Hestenes)
#pragma once

#include <cstddef>
#include <span>

namespace posenc {

class LeastSquares {
public:
  /// Doubles needed.
  static std::size_t scratch(std::size_t inputs, std::size_t outputs);

  LeastSquares(std::size_t inputs, std::size_t outputs, std::span<double> scratch);

  void add(std::span<const double> a, std::span<const double> b);

  /// Writes M and returns the number of directions that were kept. No row can be added after it.
  std::size_t solve(std::span<double> map);

private:
  static constexpr std::size_t block_rows = 32;

  std::span<double> column(std::size_t c);
  std::span<double> row(std::size_t i);
  void reflect_block();
  bool orthogonalise_rows();

  std::size_t inputs_, width_; // width: inputs and outputs
  std::size_t rows_ = 0;       // all that were added
  std::span<double> triangle_; // (inputs, width) row-major
  std::span<double> block_;    // (width, block_rows): columns run on, as reflections go along them
};

} // namespace posenc
