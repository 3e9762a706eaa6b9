#include "kernels/training/linear_backward.hpp"

#include <algorithm>
#include <cassert>

#include "kernels/arithmetic/dot.hpp"
#include "kernels/layers/matmul_panels.hpp"

namespace posenc {

namespace {

void column_sums(std::span<const float> x, std::size_t columns, std::span<float> out) {
  for_lanes(columns, [&](std::size_t c, std::size_t n) {
    simd::f64x2 low = 0.0, high = 0.0;
    for (std::size_t at = c; at < x.size(); at += columns) {
      const simd::f32x4 four = load_lanes(&x[at], n);
      low = low + simd::widen_low(four);
      high = high + simd::widen_high(four);
    }
    store_lanes(simd::narrow(low, high), &out[c], n);
  });
}

} // namespace

std::uint64_t linear_backward_scratch(const MatmulShape& shape) {
  const auto [rows, inner, columns] = shape;
  return std::max({panels_scratch(shape, false), panels_scratch({rows, columns, inner}, false),
                   panels_scratch({columns, rows, inner}, false)});
}

void linear_backward(std::span<const float> x, std::span<const float> weight, std::span<const float> gradient,
                     const MatmulShape& shape, const LinearGradients& out, std::span<std::byte> scratch) {
  const auto [rows, inner, columns] = shape;
  assert(x.size() == rows * inner && gradient.size() == rows * columns);
  if (!out.x.empty())
    multiply_factors({gradient, false}, {weight, false}, {}, {rows, columns, inner}, false, out.x, scratch);
  multiply_factors({gradient, true}, {x, false}, {}, {columns, rows, inner}, false, out.weight, scratch);
  column_sums(gradient, columns, out.bias);
}

} // namespace posenc
