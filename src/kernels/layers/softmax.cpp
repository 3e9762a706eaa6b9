#include "kernels/layers/softmax.hpp"

#include <algorithm>
#include <limits>

#include "kernels/arithmetic/canonical.hpp"
#include "kernels/arithmetic/exp.hpp"
#include "kernels/arithmetic/rounding.hpp"

namespace posenc {

namespace {

using simd::f32x4;
using simd::f64x2;

constexpr std::size_t lanes = f32x4::size;
constexpr float infinity = std::numeric_limits<float>::infinity();

/// Calls f(values, store) for four columns at a time; the last four are filled up with −Inf.
template <class F> void for_each_four(const float* x, std::size_t columns, float* out, const F& f) {
  std::size_t c = 0;
  for (; c + lanes <= columns; c += lanes) f(f32x4::load_unaligned(x + c)).store_unaligned(out + c);
  if (c == columns) return;
  float last[lanes];
  std::fill_n(last, lanes, -infinity);
  std::copy(x + c, x + columns, last);
  f(f32x4::load_unaligned(last)).store_unaligned(last);
  std::copy_n(last, columns - c, out + c);
}

float largest(const float* x, std::size_t columns) {
  f32x4 largest = -infinity;
  std::size_t c = 0;
  for (; c + lanes <= columns; c += lanes) largest = simd::larger(largest, f32x4::load_unaligned(x + c));
  float result = -infinity; // NaN is never the larger
  for (std::size_t lane = 0; lane < lanes; ++lane) result = std::max(result, largest.get(lane));
  for (; c < columns; ++c) result = std::max(result, x[c]);
  return result;
}

/// e^(x − maximum). The difference is exact, as the sum of a float and a tail.
f32x4 exp_difference(f32x4 x, f32x4 maximum) {
  const auto [difference, tail] = two_sum<f32x4>(-maximum, x);
  return exp(difference, xsimd::select(difference < -105.0f, f32x4(0.0f), tail)); // −Inf has no tail
}

/// The same where the maximum is +Inf, or no entry is above −Inf: 1 for +Inf, 0 for the others, NaN for NaN.
f32x4 infinite_weights(f32x4 x) {
  const f32x4 weight = xsimd::select(x == infinity, f32x4(1.0f), f32x4(0.0f));
  return xsimd::select(x == x, weight, x);
}

void softmax_row(const float* x, std::size_t columns, float* out) {
  const float maximum = largest(x, columns);
  const bool finite = maximum < infinity && maximum > -infinity;
  f64x2 low = 0.0, high = 0.0;
  for_each_four(x, columns, out, [&](f32x4 values) {
    const f32x4 weights = finite ? exp_difference(values, maximum) : infinite_weights(values);
    low = low + simd::widen_low(weights);
    high = high + simd::widen_high(weights);
    return weights;
  });
  const f64x2 pairs = low + high;
  const double sum = pairs.get(0) + pairs.get(1);
  const f32x4 inverse = sum == 0.0 ? 0.0f : canonical(1.0 / sum);
  for_each_four(out, columns, out, [&](f32x4 weights) { return canonical(weights * inverse); });
}

} // namespace

void softmax(std::span<const float> x, std::size_t rows, std::size_t columns, std::span<float> out) {
  for (std::size_t r = 0; r < rows; ++r)
    softmax_row(x.data() + r * columns, columns, out.data() + r * columns);
}

} // namespace posenc
