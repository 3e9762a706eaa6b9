#include "kernels/layers/softmax.hpp"

#include <cmath>

#include "kernels/arithmetic/canonical.hpp"
#include "kernels/layers/row_weights.hpp"

namespace posenc {

namespace {

using simd::f32x4;

/// out[c] = f(x[c]), four columns at a time; missing ones are −Inf.
template <class F> void map_row(const float* x, std::size_t columns, float* out, const F& f) {
  for_whole_lanes(columns, [&](std::size_t c, std::size_t n) {
    store_lanes(f(load_lanes(x + c, n, -std::numeric_limits<float>::infinity())), out + c, n);
  });
}

/// Writes weights, and returns their sum.
template <class Weights> double weigh(const float* x, std::size_t columns, Weights& weights_of, float* out) {
  SumOfLanes sum;
  map_row(x, columns, out, [&](f32x4 values) {
    const f32x4 weights = weights_of(values);
    sum.add(weights);
    return weights;
  });
  return sum.total();
}

void divide(float* row, std::size_t columns, double sum) {
  const f32x4 inverse = sum == 0.0 ? 0.0f : canonical(1.0 / sum);
  map_row(row, columns, row, [&](f32x4 weights) { return canonical(weights * inverse); });
}

void softmax_row(const float* x, std::size_t columns, float* out) {
  const float maximum = largest_of_row(x, columns);
  if (std::abs(maximum) <= ModerateWeights::most) {
    ModerateWeights moderate(maximum);
    const double sum = weigh(x, columns, moderate, out);
    return divide(out, columns, moderate.met_nan() ? std::numeric_limits<double>::quiet_NaN() : sum);
  }
  RowWeights weights_of(maximum);
  divide(out, columns, weigh(x, columns, weights_of, out));
}

} // namespace

void softmax(std::span<const float> x, std::size_t rows, std::size_t columns, std::span<float> out) {
  for (std::size_t r = 0; r < rows; ++r)
    softmax_row(x.data() + r * columns, columns, out.data() + r * columns);
}

} // namespace posenc
