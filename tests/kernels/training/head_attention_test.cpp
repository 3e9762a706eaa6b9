// Attention of all heads and its gradients, against the formula in wide precision.
#include "kernels/training/head_attention.hpp"

#include <catch_amalgamated.hpp>

#include "differences.hpp"
#include "random_values.hpp"
#include "reference/training.hpp"

using namespace posenc;

using Floats = std::vector<float>;

namespace {

/// Attention with a table of biases against the reference: the result, and all gradients.
void check_attention(HeadAttention shape, bool biased, std::uint32_t seed) {
  RandomValues random(seed);
  const std::size_t positions = shape.length + 2;
  shape.bias = by_distance(positions);
  const std::size_t width = shape.heads * shape.head_dim, rows = shape.sequences * shape.length,
                    relative = 2 * positions - 1;
  const Floats x = random.floats(rows * 3 * width), g = random.floats(rows * width),
               bias = random.floats(biased ? shape.heads * relative : 0);
  Floats weights(static_cast<std::size_t>(attention_weights(shape))), y(rows * width), dx(x.size()),
      scratch(static_cast<std::size_t>(attention_scratch(shape)));
  std::vector<double> dbias(bias.size());
  attention_forward(x, bias, shape, weights, y, scratch);
  attention_backward(x, weights, g, {}, shape, {dx, dbias}, scratch);
  const auto forward = [&](const WideValues& values, const WideValues& table) {
    reference::TrainedAttention a{shape.length, shape.heads, shape.head_dim, shape.causal, shape.window};
    if (biased)
      a.bias = [&](std::size_t h, std::ptrdiff_t d) {
        return table[h * relative + static_cast<std::size_t>(d + static_cast<std::ptrdiff_t>(positions) - 1)];
      };
    return reference::attention_rows(values, a);
  };
  const WideValues wide = widened(x), table = widened(bias), due = forward(wide, table);
  for (std::size_t i = 0; i < y.size(); ++i)
    CHECK(std::abs(static_cast<double>(reference::Wide(y[i]) - due[i])) <= 2e-6); // values are at most 2
  check_gradient(dx, differences(wide, [&](const auto& v) { return weighed(g, forward(v, table)); }));
  if (biased)
    check_gradient(Floats(dbias.begin(), dbias.end()),
                   differences(table, [&](const auto& v) { return weighed(g, forward(wide, v)); }));
}

} // namespace

TEST_CASE("attention and its gradients: causal or not, with windows, biases and every tail", "[training]") {
  std::uint32_t seed = 10;
  for (const bool causal : {true, false})
    for (const std::size_t window : {0, 2})
      for (const bool biased : {true, false}) {
        check_attention({2, 5, 2, 4, {}, window, causal}, biased, ++seed);
        check_attention({1, 9, 1, 2, {}, window, causal}, biased, ++seed);
      }
  check_attention({1, 1, 1, 9, {}, 0, true}, true, ++seed);
}
