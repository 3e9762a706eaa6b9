#include "kernels/properties/least_squares.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "kernels/arithmetic/dot.hpp"
#include "kernels/arithmetic/rotation.hpp"

namespace posenc {

using simd::f64x2;

namespace {

constexpr double unit = 0x1p-53; // relative error of one rounding

/// Squares below this are inexact, as parts of them underflow: the remains of repeated rows count as nothing.
constexpr double least_square = 0x1p-960;

/// y += a x
void add_scaled(std::span<double> y, double a, std::span<const double> x) {
  for_lanes<f64x2::size>(y.size(), [&](std::size_t i, std::size_t n) {
    store_lanes(load_lanes(&y[i], n) + f64x2(a) * load_lanes(&x[i], n), &y[i], n);
  });
}

/// The smaller of the two rotations that make rows of these squared norms and this inner product orthogonal.
SineCosine<double> jacobi(double p, double q, double inner) {
  const double zeta = (q - p) / (2 * inner);
  const double tangent = std::copysign(1 / (std::fabs(zeta) + std::sqrt(1 + zeta * zeta)), zeta);
  const double cosine = 1 / std::sqrt(1 + tangent * tangent);
  return {cosine * tangent, cosine};
}

void rotate(std::span<double> x, std::span<double> y, const SineCosine<double>& by) {
  for_lanes<f64x2::size>(x.size(), [&](std::size_t i, std::size_t n) {
    const Point<f64x2> point{load_lanes(&x[i], n), load_lanes(&y[i], n)};
    const Point<f64x2> to = rotated<f64x2>(point, {by.sine, by.cosine});
    store_lanes(to.x, &x[i], n);
    store_lanes(to.y, &y[i], n);
  });
}

} // namespace

std::size_t LeastSquares::scratch(std::size_t inputs, std::size_t outputs) {
  return (inputs + block_rows) * (inputs + outputs);
}

LeastSquares::LeastSquares(std::size_t inputs, std::size_t outputs, std::span<double> scratch)
    : inputs_(inputs), width_(inputs + outputs), triangle_(scratch.first(inputs * width_)),
      block_(scratch.subspan(inputs * width_, block_rows * width_)) {
  std::ranges::fill(triangle_, 0.0);
  std::ranges::fill(block_, 0.0);
}

std::span<double> LeastSquares::column(std::size_t c) {
  return block_.subspan(c * block_rows, block_rows);
}

std::span<double> LeastSquares::row(std::size_t i) {
  return triangle_.subspan(i * width_, width_);
}

void LeastSquares::add(std::span<const double> a, std::span<const double> b) {
  assert(a.size() == inputs_ && a.size() + b.size() == width_);
  const std::size_t at = rows_ % block_rows;
  for (std::size_t c = 0; c < a.size(); ++c) column(c)[at] = a[c];
  for (std::size_t c = 0; c < b.size(); ++c) column(inputs_ + c)[at] = b[c];
  ++rows_;
  if (at + 1 == block_rows) reflect_block();
}

/// Reflection j takes column j of the block into place (j, j) of the triangle; it changes row j and the block only.
void LeastSquares::reflect_block() {
  for (std::size_t j = 0; j < inputs_; ++j) {
    const std::span<double> axis = column(j), target = row(j);
    const double below = dot(axis, axis);
    if (below < least_square) continue;
    const double norm = std::sqrt(target[j] * target[j] + below);
    const double first = target[j] + std::copysign(norm, target[j]); // without cancellation
    const double factor = 2 / (first * first + below);
    target[j] = -std::copysign(norm, target[j]);
    for (std::size_t c = j + 1; c < width_; ++c) {
      const double step = factor * (first * target[c] + dot(axis, column(c)));
      target[c] -= step * first;
      add_scaled(column(c), -step, axis);
    }
  }
  std::ranges::fill(block_, 0.0);
}

/// One sweep over all pairs of rows. Returns whether all were orthogonal before, up to the rounding of their inner products.
/// Convergence is quadratic, so after the rotations of the last sweep they are orthogonal up to rounding.
bool LeastSquares::orthogonalise_rows() {
  bool orthogonal = true;
  for (std::size_t i = 0; i + 1 < inputs_; ++i)
    for (std::size_t k = i + 1; k < inputs_; ++k) {
      const std::span<const double> a = row(i).first(inputs_), b = row(k).first(inputs_);
      const double p = dot(a, a), q = dot(b, b), inner = dot(a, b);
      const double size = unit * std::sqrt(p) * std::sqrt(q);
      if (!(std::fabs(inner) > size)) continue;
      rotate(row(i), row(k), jacobi(p, q, inner));
      orthogonal = orthogonal && std::fabs(inner) <= static_cast<double>(inputs_) * size;
    }
  return orthogonal;
}

std::size_t LeastSquares::solve(std::span<double> map) {
  assert(map.size() == inputs_ * (width_ - inputs_));
  constexpr int most_sweeps = 60; // ten or so do; a limit for numbers that are not finite
  if (rows_ % block_rows != 0) reflect_block();
  for (int n = 0; n < most_sweeps && !orthogonalise_rows(); ++n) {
  }
  const auto square = [&](std::size_t i) { return dot(row(i).first(inputs_), row(i).first(inputs_)); };
  double largest = 0;
  for (std::size_t i = 0; i < inputs_; ++i) largest = std::max(largest, square(i));
  const double cut = 2 * unit * static_cast<double>(inputs_);
  std::ranges::fill(map, 0.0);
  std::size_t kept = 0;
  for (std::size_t i = 0; i < inputs_; ++i) {
    const double sigma_squared = square(i);
    if (!(std::sqrt(sigma_squared) > cut * std::sqrt(largest))) continue;
    ++kept;
    const std::span<const double> inputs = row(i).first(inputs_), outputs = row(i).subspan(inputs_);
    for (std::size_t o = 0; o < outputs.size(); ++o)
      add_scaled(map.subspan(o * inputs_, inputs_), outputs[o] / sigma_squared, inputs);
  }
  return kept;
}

} // namespace posenc
