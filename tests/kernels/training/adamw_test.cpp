// AdamW: the learning rate, and steps against the formula in double.
#include "kernels/training/adamw.hpp"

#include <catch_amalgamated.hpp>
#include <cmath>

#include "kernels/training/model_weights.hpp"
#include "random_values.hpp"
#include "reverse_model.hpp"

using namespace posenc;

namespace {

constexpr TrainingModel adamw_model{.vocabulary = 3,
                                    .width = 2,
                                    .heads = 1,
                                    .layers = 1,
                                    .hidden = 3,
                                    .positions = 0,
                                    .window = 0,
                                    .causal = true,
                                    .position = PositionKind::none,
                                    .norm = NormKind::layer,
                                    .activation = ActivationKind::gelu};

} // namespace

TEST_CASE("the learning rate grows, falls on a cosine, and stays", "[training]") {
  const auto rate = [](std::size_t t) { return learning_rate(reverse_optimiser, t) / 0.004; };
  CHECK(rate(1) == Catch::Approx(0.05));
  CHECK(rate(20) == Catch::Approx(1));
  CHECK(rate(85) == Catch::Approx(0.55));
  CHECK(rate(150) == Catch::Approx(0.1));
  CHECK(rate(1000) == Catch::Approx(0.1));
  Optimiser constant = reverse_optimiser;
  constant.steps = 0;
  CHECK(learning_rate(constant, 1000) == 0.004);
}

TEST_CASE("adamw is its formula over some steps, with and without clipping", "[training]") {
  RandomValues random(1);
  const auto count = static_cast<std::size_t>(model_weights(adamw_model));
  auto weights = random.floats(count);
  std::vector<float> first(count), second(count), decays(count);
  each_tensor(adamw_model, weights, [&](std::span<float> tensor, TensorRole role, std::size_t) {
    for (float& weight : tensor)
      decays[static_cast<std::size_t>(&weight - weights.data())] =
          role == TensorRole::matrix || role == TensorRole::residual;
  });
  std::vector<double> w(weights.begin(), weights.end()), m(count), v(count);
  for (std::size_t t = 1; t <= 5; ++t) {
    auto gradient = random.floats(count, -0.1, 0.1);
    const double norm = gradient_norm(gradient) * (t % 2 == 0 ? 1 : 100); // above the limit, or not
    const double clip = norm > 1 ? 1 / norm : 1, rate = learning_rate(reverse_optimiser, t);
    for (std::size_t i = 0; i < count; ++i) {
      const double g = double{gradient[i]} * clip, n = static_cast<double>(t);
      m[i] = 0.9 * m[i] + 0.1 * g;
      v[i] = 0.98 * v[i] + 0.02 * g * g;
      w[i] = w[i] * (1 - rate * 0.05 * double{decays[i]}) -
             rate * m[i] / (1 - std::pow(0.9, n)) / (std::sqrt(v[i] / (1 - std::pow(0.98, n))) + 1e-8);
    }
    adamw(adamw_model, reverse_optimiser, t, norm, gradient, weights, {first, second});
  }
  // Each step rounds a weight below 2 a few times.
  for (std::size_t i = 0; i < count; ++i) CHECK(std::abs(double{weights[i]} - w[i]) <= 5 * 4 * 0x1p-23);
}
