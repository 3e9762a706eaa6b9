// The rotation of queries and keys and its gradient, against the formula in wide precision.
#include "kernels/training/rotate_rows.hpp"

#include <catch_amalgamated.hpp>

#include "differences.hpp"
#include "random_values.hpp"
#include "reference/training.hpp"

using namespace posenc;

using Floats = std::vector<float>;

TEST_CASE("rotate_rows is the rotation, and its gradient rotates back", "[training]") {
  RandomValues random(5);
  const RotatedRows shape{3, 2, 6};
  const std::size_t width = 12;
  const Floats x = random.floats(6 * 3 * width), g = random.floats(x.size());
  reference::TrainedAttention a{3, 2, 6};
  a.frequency = [](std::size_t pair) { return reference::Wide(1) / reference::Wide(pair + 1); };
  a.factor = reference::Wide(1.25);
  Floats table;
  for (std::size_t t = 0; t < 3; ++t)
    for (const auto wave : {reference::sine, reference::cosine})
      for (std::size_t pair = 0; pair < 3; ++pair)
        table.push_back(static_cast<float>(wave(reference::Wide(t) * a.frequency(pair)) * a.factor));
  Floats y = x, dx = g;
  rotate_rows(y, table, shape);
  const WideValues due = reference::rotate_heads(widened(x), a);
  for (std::size_t i = 0; i < y.size(); ++i)
    CHECK(std::abs(static_cast<double>(reference::Wide(y[i]) - due[i])) <= 8e-7);
  rotate_rows_backward(dx, table, shape);
  check_gradient(
      dx, differences(widened(x), [&](const auto& v) { return weighed(g, reference::rotate_heads(v, a)); }));
}
