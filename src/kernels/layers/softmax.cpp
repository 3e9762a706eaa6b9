#include "kernels/layers/softmax.hpp"

#include <algorithm>
#include <limits>

#include "kernels/arithmetic/canonical.hpp"
#include "kernels/arithmetic/exp.hpp"
#include "kernels/arithmetic/lanes.hpp"
#include "kernels/arithmetic/rounding.hpp"

namespace posenc {

namespace {

using simd::f32x4;
using simd::f64x2;

constexpr float infinity = std::numeric_limits<float>::infinity();

/// out[c] = f(x[c]), four columns at a time; missing ones are −Inf.
template <class F> void map_row(const float* x, std::size_t columns, float* out, const F& f) {
  for_lanes(columns, [&](std::size_t c, std::size_t n) {
    store_lanes(f(load_lanes(x + c, n, -infinity)), out + c, n);
  });
}

float largest(const float* x, std::size_t columns) {
  f32x4 largest = -infinity;
  for_lanes(columns, [&](std::size_t c, std::size_t n) {
    largest = simd::larger(largest, load_lanes(x + c, n, -infinity));
  });
  float result = -infinity; // NaN is never the larger
  for (std::size_t lane = 0; lane < f32x4::size; ++lane) result = std::max(result, largest.get(lane));
  return result;
}

/// e^(x − maximum). The difference is exact, as the sum of a float and a tail.
f32x4 exp_difference(f32x4 x, f32x4 maximum) {
  const auto [difference, tail] = two_sum<f32x4>(-maximum, x);
  return exp(difference, xsimd::select(difference < -105.0f, f32x4(0.0f), tail)); // −Inf has no tail
}

/// The weight if the maximum is infinite: 1 for +Inf, NaN for NaN, 0 for the others.
f32x4 infinite_weights(f32x4 x) {
  const f32x4 weight = xsimd::select(x == infinity, f32x4(1.0f), f32x4(0.0f));
  return xsimd::select(x == x, weight, x);
}

void softmax_row(const float* x, std::size_t columns, float* out) {
  const float maximum = largest(x, columns);
  const bool finite = maximum < infinity && maximum > -infinity;
  f64x2 low = 0.0, high = 0.0;
  map_row(x, columns, out, [&](f32x4 values) {
    const f32x4 weights = finite ? exp_difference(values, maximum) : infinite_weights(values);
    low = low + simd::widen_low(weights);
    high = high + simd::widen_high(weights);
    return weights;
  });
  const f64x2 pairs = low + high;
  const double sum = pairs.get(0) + pairs.get(1);
  const f32x4 inverse = sum == 0.0 ? 0.0f : canonical(1.0 / sum);
  map_row(out, columns, out, [&](f32x4 weights) { return canonical(weights * inverse); });
}

} // namespace

void softmax(std::span<const float> x, std::size_t rows, std::size_t columns, std::span<float> out) {
  for (std::size_t r = 0; r < rows; ++r)
    softmax_row(x.data() + r * columns, columns, out.data() + r * columns);
}

} // namespace posenc
