// The perceptron against its sums in wide precision.
#include "kernels/arithmetic/perceptron.hpp"

#include <catch_amalgamated.hpp>
#include <cmath>

#include "random_values.hpp"
#include "reference/bias.hpp"

using namespace posenc;
using reference::Wide;

TEST_CASE("perceptron: sums in double for any number of units, with and without a last bias",
          "[perceptron]") {
  RandomValues random(4);
  for (const std::size_t units : {0, 1, 2, 3, 17, 64})
    for (const std::size_t outputs : {1, 3}) {
      const reference::Perceptron net{random.floats(2 * units), random.floats(units),
                                      random.floats(outputs * units),
                                      outputs == 1 ? std::vector<float>{} : random.floats(outputs)};
      const Perceptron view{net.hidden_weight, net.hidden_bias, net.output_weight, net.output_bias};
      const double a = random.real(-3, 3), b = random.real(-3, 3), c = random.real(-3, 3);
      for (std::size_t o = 0; o < outputs; ++o) {
        const simd::f64x2 result = perceptron<2>(view, {{a, b}, {c, c}}, o);
        const double first = static_cast<double>(reference::perceptron(net, {Wide(a), Wide(c)}, o));
        const double second = static_cast<double>(reference::perceptron(net, {Wide(b), Wide(c)}, o));
        // Terms of at most 2 · (2 + 2 · 6), so units of them; and the output's bias.
        const double bound =
            static_cast<double>(units + 5) * 0x1p-53 * (28.0 * static_cast<double>(units) + 2);
        CHECK(std::abs(result.get(0) - first) <= bound);
        CHECK(std::abs(result.get(1) - second) <= bound);
      }
    }
}

TEST_CASE("perceptron: NaN is not rectified away", "[perceptron]") {
  const float weight = 1, bias = std::nanf("");
  const Perceptron net{{&weight, 1}, {&bias, 1}, {&weight, 1}, {}};
  CHECK(std::isnan(perceptron<1>(net, {1.0}, 0).get(0)));
}
