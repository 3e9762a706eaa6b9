#include "kernels/layers/softmax.hpp"

#include "kernels/arithmetic/canonical.hpp"
#include "kernels/layers/row_weights.hpp"

namespace posenc {

namespace {

using simd::f32x4;

/// out[c] = f(x[c]), four columns at a time; missing ones are −Inf.
template <class F> void map_row(const float* x, std::size_t columns, float* out, const F& f) {
  for_lanes(columns, [&](std::size_t c, std::size_t n) {
    store_lanes(f(load_lanes(x + c, n, -std::numeric_limits<float>::infinity())), out + c, n);
  });
}

void softmax_row(const float* x, std::size_t columns, float* out) {
  const RowWeights weights_of(largest_of_row(x, columns));
  SumOfLanes sum;
  map_row(x, columns, out, [&](f32x4 values) {
    const f32x4 weights = weights_of(values);
    sum.add(weights);
    return weights;
  });
  const double total = sum.total();
  const f32x4 inverse = total == 0.0 ? 0.0f : canonical(1.0 / total);
  map_row(out, columns, out, [&](f32x4 weights) { return canonical(weights * inverse); });
}

} // namespace

void softmax(std::span<const float> x, std::size_t rows, std::size_t columns, std::span<float> out) {
  for (std::size_t r = 0; r < rows; ++r)
    softmax_row(x.data() + r * columns, columns, out.data() + r * columns);
}

} // namespace posenc
