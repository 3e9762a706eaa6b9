// Initial weights against the words of the generator.
#include "kernels/training/initial_weights.hpp"

#include <catch_amalgamated.hpp>
#include <cmath>

#include "kernels/training/model_weights.hpp"
#include "reference/arithmetic.hpp"
#include "reverse_model.hpp"

using namespace posenc;

TEST_CASE("initial weights are uniform, by tensor and place", "[training]") {
  std::vector<float> weights(static_cast<std::size_t>(model_weights(reverse_model)));
  initial_weights(reverse_model, reverse_seed, weights);
  std::uint32_t tensor = 0;
  each_tensor(reverse_model, weights, [&](std::span<float> values, TensorRole role, std::size_t inputs) {
    const bool residual = role == TensorRole::residual;
    const bool random = residual || role == TensorRole::matrix || role == TensorRole::embedding;
    const double sigma = role == TensorRole::embedding
                             ? 0.5
                             : std::sqrt(1.0 / static_cast<double>(inputs)) / (residual ? 2 : 1);
    for (std::uint32_t i = 0; i < values.size(); ++i) {
      const auto word = reference::philox({3, i / 4, tensor, 0}, reverse_seed[0], reverse_seed[1])[i % 4];
      const float share = static_cast<float>(word >> 8) * 0x1p-23f - 1.0f;
      const float due = random                     ? static_cast<float>(std::sqrt(3.0) * sigma) * share
                        : role == TensorRole::gain ? 1.0f
                                                   : 0.0f;
      CHECK(values[i] == due);
    }
    ++tensor;
  });
}
