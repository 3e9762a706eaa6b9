// The gradients of a linear layer, against the formula in wide precision.
#include "kernels/training/linear_backward.hpp"

#include <catch_amalgamated.hpp>

#include "differences.hpp"
#include "random_values.hpp"
#include "reference/training.hpp"

using namespace posenc;

using Floats = std::vector<float>;

TEST_CASE("linear_backward is the gradient of a linear layer", "[training]") {
  RandomValues random(1);
  for (const MatmulShape shape : {MatmulShape{1, 1, 1}, {5, 3, 7}, {9, 8, 4}, {70, 5, 2}}) {
    const Floats x = random.floats(shape.rows * shape.inner), w = random.floats(shape.columns * shape.inner),
                 b = random.floats(shape.columns), g = random.floats(shape.rows * shape.columns);
    Floats dx(x.size()), dw(w.size()), db(b.size());
    std::vector<std::byte> scratch(static_cast<std::size_t>(linear_backward_scratch(shape)));
    linear_backward(x, w, g, shape, {dx, dw, db}, scratch);
    const auto [wide_x, wide_w, wide_b] = std::tuple(widened(x), widened(w), widened(b));
    const auto loss = [&](const WideValues& xs, const WideValues& ws, const WideValues& bs) {
      return weighed(g, reference::linear_rows(xs, ws, bs));
    };
    check_gradient(dx, differences(wide_x, [&](const auto& v) { return loss(v, wide_w, wide_b); }));
    check_gradient(dw, differences(wide_w, [&](const auto& v) { return loss(wide_x, v, wide_b); }));
    check_gradient(db, differences(wide_b, [&](const auto& v) { return loss(wide_x, wide_w, v); }));
  }
}
