#include "kernels/additive/random_fourier.hpp"

#include <cassert>
#include <cmath>

#include "kernels/table/pair_group.hpp"
#include "kernels/table/sine.hpp"
#include "kernels/table/table_store.hpp"

namespace posenc {
namespace {

using simd::f64x2;

/// Σ a[d] b[d], the products added one by one; 0 for a sum so large that a double of it holds no fraction.
double projection(std::span<const double> a, std::span<const double> b) {
  double sum = 0;
  for (std::size_t d = 0; d < a.size(); ++d) sum += a[d] * b[d];
  return std::fabs(sum) < 0x1p50 ? sum : 0;
}

} // namespace

void random_fourier(std::span<const double> points, std::span<const double> matrix, std::size_t dimensions,
                    Layout layout, std::span<float> out) {
  assert(dimensions > 0 && points.size() % dimensions == 0 && matrix.size() % dimensions == 0);
  const std::size_t features = matrix.size() / dimensions;
  assert(out.size() >= points.size() / dimensions * layout.row);
  for (std::size_t p = 0; p * dimensions < points.size(); ++p) {
    const auto point = points.subspan(p * dimensions, dimensions);
    const auto turns = [&](std::size_t f) {
      return projection(matrix.subspan(f * dimensions, dimensions), point);
    };
    for (std::size_t g = 0; g < group_count(features); ++g) {
      const PairGroup at = pair_group(g, features);
      const auto value = sine_cosine(Phase<f64x2>{{turns(at.first), turns(at.second)}, f64x2(0.0)});
      put_pairs({value.sine + f64x2(0.0), value.cosine + f64x2(0.0)}, at, {features, features}, layout,
                out.data() + p * layout.row);
    }
  }
}

} // namespace posenc
