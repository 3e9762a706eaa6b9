/// A perceptron with one hidden layer of rectified units: the small function that FIRE and Swin v2 learn.
///
///   output[o] = ob[o] + Σ_u ow[o,u] · max(0, hb[u] + Σ_c hw[u,c] · input[c])
///
/// Shapes    hidden_weight hw (units, inputs), hidden_bias hb (units), output_weight ow (outputs, units), output_bias
///           ob (outputs) or empty for none; f32 row-major, as frameworks store a linear layer
/// Accuracy  every sum in double, in the order of its index: error <= (units + inputs + 3) · 2^-53 · the sum of the
///           absolute values of the terms
#pragma once

#include <cstddef>
#include <span>

#include "kernels/arithmetic/simd.hpp"

namespace posenc {

struct Perceptron {
  std::span<const float> hidden_weight, hidden_bias, output_weight, output_bias;
};

/// One output for two inputs side by side, one in each lane.
template <std::size_t inputs>
simd::f64x2 perceptron(const Perceptron& net, const simd::f64x2 (&input)[inputs], std::size_t output) {
  const std::size_t units = net.hidden_bias.size();
  simd::f64x2 sum = net.output_bias.empty() ? 0.0 : static_cast<double>(net.output_bias[output]);
  for (std::size_t u = 0; u < units; ++u) {
    simd::f64x2 unit = static_cast<double>(net.hidden_bias[u]);
    for (std::size_t c = 0; c < inputs; ++c)
      unit = unit + simd::f64x2(static_cast<double>(net.hidden_weight[u * inputs + c])) * input[c];
    sum = sum +
          simd::f64x2(static_cast<double>(net.output_weight[output * units + u])) * simd::larger(unit, 0.0);
  }
  return sum;
}

} // namespace posenc
