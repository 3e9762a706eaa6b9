#include "kernels/training/fox_bias.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "kernels/arithmetic/exp2.hpp"
#include "kernels/arithmetic/log2.hpp"

namespace posenc {

namespace {

/// e^−|z|
double falling(double z) {
  return exp2(simd::f64x2(-std::abs(z) * log2_e)).get(0);
}

/// −ln σ(z) = ln(1 + e^−z)
double forgotten(double z) {
  return std::max(-z, 0.0) + ln_1p(falling(z));
}

/// σ(−z)
double rest(double z) {
  const double e = falling(z);
  return (z > 0 ? e : 1.0) / (1.0 + e);
}

} // namespace

void fox_bias(std::span<const float> z, const FoxShape& shape, std::span<float> bias) {
  const auto [sequences, length, heads] = shape;
  assert(z.size() == sequences * length * heads && bias.size() >= z.size());
  for (std::size_t b = 0; b < sequences; ++b)
    for (std::size_t h = 0; h < heads; ++h) {
      double sum = 0;
      for (std::size_t t = 0; t < length; ++t) {
        sum += forgotten(double{z[(b * length + t) * heads + h]});
        bias[(b * heads + h) * length + t] = static_cast<float>(sum);
      }
    }
}

void fox_bias_backward(std::span<const float> z, std::span<const double> gradient, const FoxShape& shape,
                       std::span<float> out) {
  const auto [sequences, length, heads] = shape;
  assert(out.size() == z.size() && gradient.size() >= z.size());
  for (std::size_t b = 0; b < sequences; ++b)
    for (std::size_t h = 0; h < heads; ++h) {
      double sum = 0;
      for (std::size_t t = length; t-- > 0;) {
        sum += gradient[(b * heads + h) * length + t];
        const std::size_t at = (b * length + t) * heads + h;
        out[at] = static_cast<float>(-rest(double{z[at]}) * sum);
      }
    }
}

} // namespace posenc
