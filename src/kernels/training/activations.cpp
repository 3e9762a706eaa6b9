#include "kernels/training/activations.hpp"

#include <cassert>

#include "kernels/arithmetic/exp.hpp"
#include "kernels/arithmetic/lanes.hpp"

namespace posenc {

namespace {

using simd::f32x4;

constexpr float root_2_over_pi = 0x1.988454p-1f; // √(2/π)
constexpr float cubic = 0.044715f;

[[gnu::always_inline]] inline f32x4 sigmoid(f32x4 x) {
  return f32x4(1.0f) / (1.0f + exp(-x));
}

/// σ(2z). Below −10 it is 0 in float beside x, and x³ could overflow.
[[gnu::always_inline]] inline f32x4 share(f32x4 x) {
  x = simd::smaller(simd::larger(x, -12.0f), 12.0f);
  return sigmoid(2.0f * root_2_over_pi * (x + cubic * (x * x * x)));
}

} // namespace

void gelu_forward(std::span<const float> x, std::span<float> out) {
  assert(x.size() == out.size());
  for_lanes(x.size(), [&](std::size_t i, std::size_t n) {
    const f32x4 value = load_lanes(&x[i], n);
    store_lanes(value * share(value), &out[i], n);
  });
}

void gelu_backward(std::span<const float> x, std::span<const float> gradient, std::span<float> out) {
  assert(x.size() == out.size() && gradient.size() == x.size());
  for_lanes(x.size(), [&](std::size_t i, std::size_t n) {
    const f32x4 value = load_lanes(&x[i], n), s = share(value);
    const f32x4 near = simd::smaller(simd::larger(value, -12.0f), 12.0f);
    const f32x4 slope = 2.0f * root_2_over_pi * (1.0f + 3.0f * cubic * (near * near));
    store_lanes(load_lanes(&gradient[i], n) * (s + near * slope * (s * (1.0f - s))), &out[i], n);
  });
}

void swiglu_forward(std::span<const float> x, std::size_t hidden, std::span<float> out) {
  assert(x.size() == 2 * out.size());
  for (std::size_t row = 0; row < out.size(); row += hidden)
    for_lanes(hidden, [&](std::size_t c, std::size_t n) {
      const float* from = &x[2 * row + c];
      const f32x4 gate = load_lanes(from, n);
      store_lanes(gate * sigmoid(gate) * load_lanes(from + hidden, n), &out[row + c], n);
    });
}

void swiglu_backward(std::span<const float> x, std::span<const float> gradient, std::size_t hidden,
                     std::span<float> out) {
  assert(x.size() == 2 * gradient.size() && out.size() == x.size());
  for (std::size_t row = 0; row < gradient.size(); row += hidden)
    for_lanes(hidden, [&](std::size_t c, std::size_t n) {
      const float* from = &x[2 * row + c];
      const f32x4 gate = load_lanes(from, n), value = load_lanes(from + hidden, n);
      const f32x4 g = load_lanes(&gradient[row + c], n), s = sigmoid(gate);
      float* to = &out[2 * row + c];
      store_lanes(g * value * (s * (1.0f + gate * (1.0f - s))), to, n);
      store_lanes(g * (gate * s), to + hidden, n);
    });
}

} // namespace posenc
