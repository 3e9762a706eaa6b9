// GELU, SwiGLU and their gradients, against the formula in wide precision.
#include "kernels/training/activations.hpp"

#include <catch_amalgamated.hpp>

#include "differences.hpp"
#include "random_values.hpp"
#include "reference/training.hpp"

using namespace posenc;

using Floats = std::vector<float>;

TEST_CASE("activations and their gradients", "[training]") {
  RandomValues random(3);
  const std::size_t hidden = 7;
  const Floats x = random.floats(2 * 3 * hidden, -6, 6), g = random.floats(x.size());
  Floats y(x.size()), dx(x.size());
  gelu_forward(x, y);
  const WideValues due = reference::gelu_rows(widened(x));
  for (std::size_t i = 0; i < y.size(); ++i)
    CHECK(std::abs(static_cast<double>(reference::Wide(y[i]) - due[i])) <=
          12 * 0x1p-24 * std::abs(double{x[i]}));
  gelu_backward(x, g, dx);
  check_gradient(dx,
                 differences(widened(x), [&](const auto& v) { return weighed(g, reference::gelu_rows(v)); }));

  Floats half(x.size() / 2);
  swiglu_forward(x, hidden, half);
  const WideValues gated = reference::swiglu_rows(widened(x), hidden);
  for (std::size_t i = 0; i < half.size(); ++i)
    CHECK(std::abs(static_cast<double>(reference::Wide(half[i]) - gated[i])) <= 12 * 0x1p-24 * 36);
  const Floats of_half(g.begin(), g.begin() + static_cast<std::ptrdiff_t>(half.size()));
  swiglu_backward(x, of_half, hidden, dx);
  check_gradient(dx, differences(widened(x), [&](const auto& v) {
                   return weighed(of_half, reference::swiglu_rows(v, hidden));
                 }));
}

TEST_CASE("activations of large numbers are their limits", "[training]") {
  const Floats x = {-3e38f, -100, 100, 3e38f}, g = {1, 1, 1, 1};
  Floats y(4), dx(4);
  gelu_forward(x, y);
  CHECK(y == Floats{0, 0, 100, 3e38f});
  gelu_backward(x, g, dx);
  CHECK(dx == Floats{0, 0, 1, 1});
}
