#include "kernels/layers/layer_norm.hpp"

#include <cassert>
#include <cmath>

#include "kernels/arithmetic/canonical.hpp"

namespace posenc {

namespace {

using simd::f32x4;
using simd::f64x2;

/// Σ term(x), four entries at a time and the last ones one by one, in double.
template <class Term> double sum_of(std::span<const float> row, const Term& term) {
  f64x2 low = 0.0, high = 0.0;
  const std::size_t bulk = row.size() / 4 * 4;
  for (std::size_t c = 0; c < bulk; c += 4) {
    const f32x4 x = f32x4::load_unaligned(row.data() + c);
    low = low + term(simd::widen_low(x));
    high = high + term(simd::widen_high(x));
  }
  const f64x2 lanes = low + high;
  double sum = lanes.get(0) + lanes.get(1);
  for (std::size_t c = bulk; c < row.size(); ++c) sum += term(static_cast<double>(row[c]));
  return sum;
}

void normalise_row(std::span<const float> row, const LayerNormParameters& parameters, float* out) {
  const auto columns = static_cast<double>(row.size());
  const double mean = sum_of(row, [](auto x) { return x; }) / columns;
  const auto square = [mean](auto x) { return (x - mean) * (x - mean); };
  const double inverse = 1.0 / std::sqrt(sum_of(row, square) / columns + parameters.eps);
  for (std::size_t c = 0; c < row.size(); ++c) {
    double y = (static_cast<double>(row[c]) - mean) * inverse;
    if (!parameters.gain.empty()) y *= static_cast<double>(parameters.gain[c]);
    if (!parameters.bias.empty()) y += static_cast<double>(parameters.bias[c]);
    out[c] = canonical(y);
  }
}

} // namespace

void layer_norm(std::span<const float> x, std::size_t columns, const LayerNormParameters& parameters,
                std::span<float> out) {
  assert(columns > 0 && x.size() % columns == 0 && out.size() == x.size() && parameters.eps > 0);
  for (std::size_t begin = 0; begin < x.size(); begin += columns)
    normalise_row(x.subspan(begin, columns), parameters, out.data() + begin);
}

} // namespace posenc
