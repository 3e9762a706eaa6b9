// The gradients of both norms, against the formula in wide precision.
#include "kernels/training/norm_backward.hpp"

#include <catch_amalgamated.hpp>

#include "differences.hpp"
#include "random_values.hpp"
#include "reference/training.hpp"

using namespace posenc;

using Floats = std::vector<float>;

TEST_CASE("norms have the gradients of their formulas", "[training]") {
  RandomValues random(2);
  for (const bool layer : {true, false})
    for (const std::size_t columns : {2, 3, 8, 13}) {
      const std::size_t rows = 3;
      const Floats x = random.floats(rows * columns), gain = random.floats(columns),
                   shift = random.floats(layer ? columns : 0), g = random.floats(x.size());
      Floats dx(x.size()), dgain(columns), dshift(shift.size());
      std::vector<double> sums(2 * columns);
      (layer ? layer_norm_backward : rms_norm_backward)(x, gain, g, 1e-5, {dx, dgain, dshift}, sums);
      const auto [wide_x, wide_gain, wide_shift] = std::tuple(widened(x), widened(gain), widened(shift));
      const auto loss = [&](const WideValues& xs, const WideValues& gains, const WideValues& shifts) {
        return weighed(g, reference::norm_rows(xs, gains, shifts));
      };
      check_gradient(dx, differences(wide_x, [&](const auto& v) { return loss(v, wide_gain, wide_shift); }));
      check_gradient(dgain,
                     differences(wide_gain, [&](const auto& v) { return loss(wide_x, v, wide_shift); }));
      check_gradient(dshift,
                     differences(wide_shift, [&](const auto& v) { return loss(wide_x, wide_gain, v); }));
    }
}
