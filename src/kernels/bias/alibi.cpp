#include "kernels/bias/alibi.hpp"

#include <bit>

#include "kernels/arithmetic/exp2.hpp"
#include "kernels/bias/by_distance.hpp"

namespace posenc {

void alibi_slopes(std::span<double> slopes, double bias_max) {
  const std::size_t lower = std::bit_floor(slopes.size());
  for (std::size_t h = 0; h < slopes.size(); ++h) {
    const std::size_t step =
        h < lower ? 2 * (h + 1) : 2 * (h - lower) + 1; // of half a step of the lower power
    const double share = static_cast<double>(step) / static_cast<double>(lower); // exact
    const double exponent = -0.5 * bias_max * share;                             // exact with 8
    slopes[h] = exp2(exponent).get(0);
  }
}

void alibi(std::span<const double> slopes, double first_relative, std::span<float> out) {
  if (slopes.empty()) return;
  const std::size_t count = out.size() / slopes.size();
  for (std::size_t h = 0; h < slopes.size(); ++h)
    fill_by_distance(first_relative, out.subspan(h * count, count), [&](simd::f64x2 distance) {
      return simd::f64x2(0.0) - simd::f64x2(slopes[h]) * distance; // 0 − 0 is +0
    });
}

} // namespace posenc
