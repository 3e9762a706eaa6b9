#include "kernels/training/adamw.hpp"

#include <cassert>
#include <cmath>

#include "kernels/arithmetic/dot.hpp"
#include "kernels/table/sine.hpp"
#include "kernels/training/model_weights.hpp"

namespace posenc {

namespace {

using simd::f32x4;

/// x^n by squaring: the same bits everywhere.
double power(double x, std::size_t n) {
  double result = 1.0;
  for (; n > 0; n /= 2, x *= x)
    if (n % 2 == 1) result *= x;
  return result;
}

struct Update {
  f32x4 beta1, rest1, beta2, rest2, epsilon; // rest: 1 − β
  f32x4 clip, step, second_scale, kept;
};

void update_tensor(const Update& u, std::size_t count, float* weight, const float* gradient,
                   const Moments& moments, std::size_t at) {
  for_lanes(count, [&](std::size_t i, std::size_t n) {
    const f32x4 g = load_lanes(gradient + i, n) * u.clip;
    float *first = &moments.first[at + i], *second = &moments.second[at + i];
    const f32x4 m = u.beta1 * load_lanes(first, n) + u.rest1 * g;
    const f32x4 v = u.beta2 * load_lanes(second, n) + u.rest2 * (g * g);
    const f32x4 root = xsimd::sqrt(v * u.second_scale) + u.epsilon;
    store_lanes(m, first, n);
    store_lanes(v, second, n);
    store_lanes(load_lanes(weight + i, n) * u.kept - u.step * m / root, weight + i, n);
  });
}

} // namespace

double learning_rate(const Optimiser& optimiser, std::size_t t) {
  const auto warmup = static_cast<double>(optimiser.warmup), now = static_cast<double>(t);
  if (t <= optimiser.warmup) return optimiser.peak * now / warmup;
  if (optimiser.steps == 0) return optimiser.peak;
  if (t >= optimiser.steps) return optimiser.peak * optimiser.end;
  const double turns = 0.5 * (now - warmup) / (static_cast<double>(optimiser.steps) - warmup);
  const double cosine = sine_cosine<double>({turns, 0.0}).cosine;
  return optimiser.peak * (optimiser.end + (1.0 - optimiser.end) * (1.0 + cosine) / 2.0);
}

double gradient_norm(std::span<const float> gradient) {
  return std::sqrt(dot(gradient.data(), gradient.data(), gradient.size()));
}

void adamw(const TrainingModel& model, const Optimiser& optimiser, std::size_t t, double norm,
           std::span<float> gradient, std::span<float> weights, const Moments& moments) {
  assert(t > 0 && gradient.size() == weights.size());
  const double rate = learning_rate(optimiser, t);
  const auto real = [](double x) { return f32x4(static_cast<float>(x)); };
  const bool clips = optimiser.clip > 0 && norm > optimiser.clip;
  Update u{real(optimiser.beta1),
           real(1.0 - optimiser.beta1),
           real(optimiser.beta2),
           real(1.0 - optimiser.beta2),
           real(optimiser.epsilon),
           real(clips ? optimiser.clip / norm : 1.0),
           real(rate / (1.0 - power(optimiser.beta1, t))),
           real(1.0 / (1.0 - power(optimiser.beta2, t))),
           real(1.0)};
  const f32x4 decayed = real(1.0 - rate * optimiser.decay);
  each_tensor(model, weights, [&](std::span<float> tensor, TensorRole role, std::size_t) {
    const auto at = static_cast<std::size_t>(tensor.data() - weights.data());
    u.kept = role == TensorRole::matrix || role == TensorRole::residual ? decayed : real(1.0);
    update_tensor(u, tensor.size(), tensor.data(), gradient.data() + at, moments, at);
  });
}

} // namespace posenc
