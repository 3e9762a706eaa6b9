#include "kernels/training/norm_backward.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "kernels/arithmetic/lanes.hpp"
#include "kernels/layers/row_sum.hpp"

namespace posenc {

namespace {

using simd::f32x4, simd::f64x2;

/// One row: x, what is multiplied by gain, and their statistics.
struct Row {
  const float *x, *gain, *gradient;
  double mean, inverse; // μ and s
  double* sums;         // Σ g n of each column, then Σ g
};

/// n and a for two columns.
struct Pair {
  f64x2 normal, slope, gradient;
};

/// Of four columns from c on; the gradient and a are 0 in lanes without a column.
struct Pairs {
  Pair low, high;
};

Pairs pairs_at(const Row& row, std::size_t c, std::size_t n) {
  const f32x4 x = load_lanes(row.x + c, n), gradient = load_lanes(row.gradient + c, n),
              gain = load_lanes(row.gain + c, n);
  const auto pair = [&row](f64x2 value, f64x2 g, f64x2 factor) {
    return Pair{(value - row.mean) * row.inverse, g * factor, g};
  };
  return {pair(simd::widen_low(x), simd::widen_low(gradient), simd::widen_low(gain)),
          pair(simd::widen_high(x), simd::widen_high(gradient), simd::widen_high(gain))};
}

/// Adds to the sums of the first n of four columns.
void add_columns(f64x2 low, f64x2 high, std::size_t n, double* sums) {
  const std::size_t lows = std::min<std::size_t>(n, 2), highs = n - lows;
  store_lanes(load_lanes(sums, lows) + low, sums, lows);
  if (highs > 0) store_lanes(load_lanes(sums + 2, highs) + high, sums + 2, highs);
}

/// dx of one row. A mean that is not taken away (RMS) does not depend on x.
template <bool centred> void row_backward(const Row& row, std::size_t columns, float* out) {
  f64x2 slopes = 0.0, products = 0.0;
  for_whole_lanes(columns, [&](std::size_t c, std::size_t n) {
    const auto [low, high] = pairs_at(row, c, n);
    slopes = slopes + low.slope + high.slope;
    products = products + low.slope * low.normal + high.slope * high.normal;
    add_columns(low.gradient * low.normal, high.gradient * high.normal, n, row.sums + c);
    add_columns(low.gradient, high.gradient, n, row.sums + columns + c);
  });
  const auto count = static_cast<double>(columns);
  const double slope = centred ? (slopes.get(0) + slopes.get(1)) / count : 0.0;
  const double product = (products.get(0) + products.get(1)) / count;
  for_whole_lanes(columns, [&](std::size_t c, std::size_t n) {
    const auto [low, high] = pairs_at(row, c, n);
    const auto dx = [&](const Pair& at) { return (at.slope - slope - at.normal * product) * row.inverse; };
    store_lanes(simd::narrow(dx(low), dx(high)), out + c, n);
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
