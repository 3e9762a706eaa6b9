// FIRE's bias and its gradients, against the formula in wide precision.
#include "kernels/training/fire_bias.hpp"

#include <catch_amalgamated.hpp>

#include "differences.hpp"
#include "random_values.hpp"
#include "reference/training.hpp"

using namespace posenc;

namespace {

constexpr std::size_t fire_positions = 7, fire_heads = 2, fire_units = 5;
constexpr double fire_trained = 12; // the threshold starts at 3

WideValues fire_bias_of(const WideValues& weights) {
  reference::TrainedModel model{};
  model.positions = fire_units;
  model.trained = fire_trained;
  model.attention = {fire_positions, fire_heads, 1};
  const auto bias = reference::trained_fire(model, weights);
  WideValues out;
  for (std::size_t h = 0; h < fire_heads; ++h)
    for (std::size_t i = 0; i < fire_positions; ++i)
      for (std::size_t j = 0; j < fire_positions; ++j) out.push_back(bias(i, h, j));
  return out;
}

} // namespace

TEST_CASE("FIRE's bias follows the distance, on the scale of the threshold or of the query", "[training]") {
  RandomValues random(7);
  for (const float root : {0.5f, -1.1f, 1.3f}) {
    auto weights = random.floats(2 + 2 * fire_units + fire_heads * (fire_units + 1), -1, 1);
    weights[0] = -root;
    weights[1] = root; // squared: a threshold of 0.75, 3.63 or 5.07 tokens; at a whole number it has no slope
    std::vector<float> bias(fire_heads * fire_positions * fire_positions), out(weights.size());
    const FireTensors tensors(weights, fire_heads), gradients(out, fire_heads);
    fire_bias(tensors, fire_trained / 4, fire_positions, bias);
    const WideValues wide = widened(weights), due = fire_bias_of(wide);
    for (std::size_t n = 0; n < bias.size(); ++n) // numbers up to 4, rounded once
      CHECK(std::abs(static_cast<double>(reference::Wide(bias[n]) - due[n])) <= 0x1p-22);
    const auto g = random.floats(bias.size());
    fire_bias_backward(std::vector<double>(g.begin(), g.end()), tensors, fire_trained / 4, fire_positions,
                       gradients);
    check_gradient(out, differences(wide, [&](const auto& v) { return weighed(g, fire_bias_of(v)); }));
  }
}
