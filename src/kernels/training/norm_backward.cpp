#include "kernels/training/norm_backward.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "kernels/layers/row_sum.hpp"

namespace posenc {

namespace {

using simd::f64x2;

/// One row: x, what is multiplied by gain, and their statistics.
struct Row {
  const float *x, *gain, *gradient;
  double mean, inverse; // μ and s
  double* sums;         // Σ g n of each column, then Σ g
};

/// n and a for two columns from c on.
struct Pair {
  f64x2 normal, slope, gradient;
};

Pair pair_at(const Row& row, std::size_t c, std::size_t n) {
  const auto two = [n](const float* from) { return f64x2(double{from[0]}, n > 1 ? double{from[1]} : 0.0); };
  const f64x2 gradient = two(row.gradient + c);
  return {(two(row.x + c) - row.mean) * row.inverse, gradient * two(row.gain + c), gradient};
}

/// dx of one row. A mean that is not taken away (RMS) does not depend on x.
template <bool centred> void row_backward(const Row& row, std::size_t columns, float* out) {
  f64x2 slopes = 0.0, products = 0.0;
  for_lanes<2>(columns, [&](std::size_t c, std::size_t n) {
    const Pair at = pair_at(row, c, n);
    slopes = slopes + at.slope;
    products = products + at.slope * at.normal; // 0 in a lane without a column
    for (std::size_t lane = 0; lane < n; ++lane) {
      row.sums[c + lane] += at.gradient.get(lane) * at.normal.get(lane);
      row.sums[columns + c + lane] += at.gradient.get(lane);
    }
  });
  const auto count = static_cast<double>(columns);
  const double slope = centred ? (slopes.get(0) + slopes.get(1)) / count : 0.0;
  const double product = (products.get(0) + products.get(1)) / count;
  for_lanes<2>(columns, [&](std::size_t c, std::size_t n) {
    const Pair at = pair_at(row, c, n);
    const f64x2 dx = (at.slope - slope - at.normal * product) * row.inverse;
    for (std::size_t lane = 0; lane < n; ++lane) out[c + lane] = static_cast<float>(dx.get(lane));
  });
}

template <bool centred>
void backward(std::span<const float> x, std::span<const float> gain, std::span<const float> gradient,
              double eps, const NormGradients& out, std::span<double> sums) {
  const std::size_t columns = gain.size();
  assert(x.size() % columns == 0 && gradient.size() == x.size() && sums.size() >= 2 * columns);
  std::ranges::fill(sums.first(2 * columns), 0.0);
  const auto count = static_cast<double>(columns);
  for (std::size_t at = 0; at < x.size(); at += columns) {
    const auto row = x.subspan(at, columns);
    const double mean = centred ? sum_of_row(row, [](auto value) { return value; }) / count : 0.0;
    const auto square = [mean](auto value) { return (value - mean) * (value - mean); };
    const double inverse = 1.0 / std::sqrt(sum_of_row(row, square) / count + eps);
    row_backward<centred>({&row[0], gain.data(), &gradient[at], mean, inverse, sums.data()}, columns,
                          &out.x[at]);
  }
  for (std::size_t c = 0; c < columns; ++c) out.gain[c] = static_cast<float>(sums[c]);
  for (std::size_t c = 0; c < out.shift.size(); ++c) out.shift[c] = static_cast<float>(sums[columns + c]);
}

} // namespace

void layer_norm_backward(std::span<const float> x, std::span<const float> gain,
                         std::span<const float> gradient, double eps, const NormGradients& out,
                         std::span<double> sums) {
  backward<true>(x, gain, gradient, eps, out, sums);
}

void rms_norm_backward(std::span<const float> x, std::span<const float> gain, std::span<const float> gradient,
                       double eps, const NormGradients& out, std::span<double> sums) {
  backward<false>(x, gain, gradient, eps, out, sums);
}

} // namespace posenc
