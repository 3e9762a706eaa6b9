// The bias that gates make, and its gradient, against the formula in wide precision.
#include "kernels/training/fox_bias.hpp"

#include <catch_amalgamated.hpp>

#include "differences.hpp"
#include "random_values.hpp"
#include "reference/training.hpp"

using namespace posenc;

namespace {

constexpr FoxShape fox_shape{2, 6, 3};

WideValues fox_bias_of(const WideValues& z) {
  WideValues out;
  for (std::size_t b = 0; b < fox_shape.sequences; ++b)
    for (std::size_t h = 0; h < fox_shape.heads; ++h) {
      reference::Wide sum = 0;
      for (std::size_t t = 0; t < fox_shape.length; ++t) {
        sum -= reference::logarithm(reference::sigmoid(z[(b * fox_shape.length + t) * fox_shape.heads + h]));
        out.push_back(sum);
      }
    }
  return out;
}

} // namespace

TEST_CASE("a key's bias is what the gates up to it forget, and the gradient flows to all of them",
          "[training]") {
  RandomValues random(9);
  for (const double size : {1.0, 30.0}) {
    const auto z = random.floats(fox_shape.sequences * fox_shape.length * fox_shape.heads, -size, size);
    std::vector<float> bias(z.size()), out(z.size());
    fox_bias(z, fox_shape, bias);
    const WideValues wide = widened(z), due = fox_bias_of(wide);
    for (std::size_t n = 0; n < bias.size(); ++n)
      CHECK(std::abs(static_cast<double>(reference::Wide(bias[n]) - due[n])) <=
            0x1.01p-24 * static_cast<double>(due[n]) + 0x1p-48);
    const auto g = random.floats(bias.size());
    fox_bias_backward(z, std::vector<double>(g.begin(), g.end()), fox_shape, out);
    check_gradient(out, differences(wide, [&](const auto& v) { return weighed(g, fox_bias_of(v)); }));
  }
}

TEST_CASE("gates that are wide open or shut stay finite", "[training]") {
  const std::vector<float> z = {-1e30f, 1e30f, 1e30f, -1e30f};
  std::vector<float> bias(4), out(4);
  fox_bias(z, {1, 4, 1}, bias);
  CHECK(bias == std::vector{1e30f, 1e30f, 1e30f, 2e30f});
  fox_bias_backward(z, std::vector<double>{1, 1, 1, 1}, {1, 4, 1}, out);
  CHECK(out == std::vector{-4.0f, 0.0f, 0.0f, -1.0f});
}
