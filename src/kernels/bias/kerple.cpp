#include "kernels/bias/kerple.hpp"

#include <cassert>

#include "kernels/arithmetic/exp2.hpp"
#include "kernels/arithmetic/log2.hpp"
#include "kernels/bias/by_distance.hpp"

namespace posenc {

using simd::f64x2;

void kerple_logarithmic(std::span<const double> r1, std::span<const double> r2, double first_relative,
                        std::span<float> out) {
  assert(r1.size() == r2.size());
  if (r1.empty()) return;
  const std::size_t count = out.size() / r1.size();
  for (std::size_t h = 0; h < r1.size(); ++h)
    fill_by_distance(first_relative, out.subspan(h * count, count), [&](f64x2 distance) {
      return f64x2(0.0) - f64x2(r1[h] * ln_2) * log2_1p(f64x2(r2[h]) * distance); // 0 − 0 is +0
    });
}

void kerple_power(std::span<const double> r1, std::span<const double> r2, double first_relative,
                  std::span<float> out) {
  assert(r1.size() == r2.size());
  if (r1.empty()) return;
  const std::size_t count = out.size() / r1.size();
  for (std::size_t h = 0; h < r1.size(); ++h)
    fill_by_distance(first_relative, out.subspan(h * count, count), [&](f64x2 distance) {
      const f64x2 logarithm = log2_1p(simd::larger(distance, 1.0) - f64x2(1.0));
      const f64x2 bias = f64x2(0.0) - f64x2(r1[h]) * exp2(f64x2(r2[h]) * logarithm);
      return xsimd::select(distance == f64x2(0.0), f64x2(0.0), bias);
    });
}

} // namespace posenc
