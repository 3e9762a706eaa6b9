// Queries times a factor of their position, against the formula in wide precision; the gradient is the same product.
#include "kernels/training/scale_queries.hpp"

#include <catch_amalgamated.hpp>

#include "differences.hpp"
#include "random_values.hpp"
#include "reference/training.hpp"

using namespace posenc;

TEST_CASE("scale_queries changes queries alone, and its gradient is multiplied as they are", "[training]") {
  RandomValues random(6);
  const RotatedRows shape{3, 2, 5};
  const std::vector<float> factors = {1, 1.5f, 0.7f, 9}, x = random.floats(6 * 3 * 10),
                           g = random.floats(x.size());
  const reference::TrainedAttention a{3, 2, 5};
  const std::vector<reference::Wide> wide(factors.begin(), factors.end());
  std::vector<float> y = x, dx = g;
  scale_queries(y, factors, shape);
  const WideValues due = reference::scale_queries(widened(x), wide, a);
  for (std::size_t i = 0; i < y.size(); ++i) CHECK(y[i] == static_cast<float>(due[i]));
  scale_queries(dx, factors, shape);
  check_gradient(dx, differences(widened(x), [&](const auto& v) {
                   return weighed(g, reference::scale_queries(v, wide, a));
                 }));
}
