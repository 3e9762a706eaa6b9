#include "kernels/training/fire_bias.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>

#include "kernels/arithmetic/log2.hpp"
#include "kernels/bias/fire.hpp"

namespace posenc {

namespace {

constexpr std::size_t most_units = 32, most_outputs = 16;

FireScale scale_of(const FireTensors& weights, double threshold) {
  const double a = double{weights.roots[0]}, m = double{weights.roots[1]};
  return {a * a, m * m * threshold};
}

/// The gradients of all weights, in double while they are summed.
struct FireSums {
  double c = 0, reach = 0; // of c and of L
  std::array<double, most_units> hidden_weight{}, hidden_bias{};
  std::array<double, most_units * most_outputs> output_weight{};
  std::array<double, most_outputs> output_bias{};
};

/// Adds the gradients of one score's perceptron. @returns the gradient of its input
double perceptron_backward(std::span<const double> gradient, std::size_t stride, const FireTensors& weights,
                           double input, FireSums& sums) {
  const std::size_t units = weights.hidden_bias.size(), heads = weights.output_bias.size();
  double of_input = 0;
  for (std::size_t h = 0; h < heads; ++h) sums.output_bias[h] += gradient[h * stride];
  for (std::size_t u = 0; u < units; ++u) {
    const double unit = double{weights.hidden_bias[u]} + double{weights.hidden_weight[u]} * input;
    if (unit <= 0) continue;
    double of_unit = 0;
    for (std::size_t h = 0; h < heads; ++h) {
      const double g = gradient[h * stride];
      sums.output_weight[h * units + u] += g * unit;
      of_unit += g * double{weights.output_weight[h * units + u]};
    }
    sums.hidden_weight[u] += of_unit * input;
    sums.hidden_bias[u] += of_unit;
    of_input += of_unit * double{weights.hidden_weight[u]};
  }
  return of_input;
}

void narrow(std::span<const double> sums, std::span<float> out) {
  std::ranges::transform(sums.first(out.size()), out.begin(),
                         [](double sum) { return static_cast<float>(sum); });
}

} // namespace

void fire_bias(const FireTensors& weights, double threshold, std::size_t positions, std::span<float> out) {
  assert(out.size() == weights.output_bias.size() * positions * positions);
  const Perceptron f{weights.hidden_weight, weights.hidden_bias, weights.output_weight, weights.output_bias};
  fire(scale_of(weights, threshold), f, 0, {positions, positions, 0.0}, out);
}

void fire_bias_backward(std::span<const double> gradient, const FireTensors& weights, double threshold,
                        std::size_t positions, const FireTensors& out) {
  const auto [c, first_reach] = scale_of(weights, threshold);
  const std::size_t square = positions * positions;
  assert(weights.hidden_bias.size() <= most_units && weights.output_bias.size() <= most_outputs);
  FireSums sums;
  for (std::size_t i = 0; i < positions; ++i) {
    const double query = static_cast<double>(i), reach = std::max(first_reach, query),
                 longest = ln_1p(c * reach);
    for (std::size_t j = 0; j < positions; ++j) {
      const double distance = std::abs(query - static_cast<double>(j)), r = ln_1p(c * distance) / longest;
      const double g =
          perceptron_backward(gradient.subspan(i * positions + j), square, weights, r, sums) / longest;
      sums.c += g * (distance / (1 + c * distance) - r * reach / (1 + c * reach));
      if (first_reach > query) sums.reach -= g * r * c / (1 + c * reach);
    }
  }
  out.roots[0] = static_cast<float>(2 * double{weights.roots[0]} * sums.c);
  out.roots[1] = static_cast<float>(2 * double{weights.roots[1]} * threshold * sums.reach);
  narrow(sums.hidden_weight, out.hidden_weight);
  narrow(sums.hidden_bias, out.hidden_bias);
  narrow(sums.output_weight, out.output_weight);
  narrow(sums.output_bias, out.output_bias);
}

} // namespace posenc
