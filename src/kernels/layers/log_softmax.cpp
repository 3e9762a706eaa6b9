#include "kernels/layers/log_softmax.hpp"

#include "kernels/arithmetic/log2.hpp"
#include "kernels/layers/entrywise.hpp"
#include "kernels/layers/row_weights.hpp"

namespace posenc {

namespace {

using simd::f64x2;

constexpr float infinity = std::numeric_limits<float>::infinity();

/// Σ e^(x − maximum)
double sum_of_weights(const float* x, std::size_t columns, float maximum) {
  const RowWeights weights_of(maximum);
  SumOfLanes sum;
  for_lanes(columns,
            [&](std::size_t c, std::size_t n) { sum.add(weights_of(load_lanes(x + c, n, -infinity))); });
  return sum.total();
}

void log_softmax_row(const float* x, std::size_t columns, float* out) {
  const float maximum = largest_of_row(x, columns);
  const double sum = sum_of_weights(x, columns, maximum);
  // No weight at all: every entry is −Inf. From 1 on otherwise, as the largest weighs 1; NaN stays.
  const double logarithm = sum == 0.0 ? 0.0 : ln_1p(sum - 1.0);
  const bool is_infinite = maximum == infinity;
  const auto share = [&](f64x2 value) {
    if (is_infinite)
      value = xsimd::select(value == f64x2(double{infinity}), f64x2(0.0), f64x2(-double{infinity}));
    else if (sum != 0.0)
      value = value - static_cast<double>(maximum);
    return value - logarithm;
  };
  map_entries({x, columns}, {out, columns}, share);
}

} // namespace

void log_softmax(std::span<const float> x, std::size_t rows, std::size_t columns, std::span<float> out) {
  for (std::size_t r = 0; r < rows; ++r)
    log_softmax_row(x.data() + r * columns, columns, out.data() + r * columns);
}

} // namespace posenc
