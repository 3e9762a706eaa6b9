// log2(1 + x) against a logarithm of 113 bits.
#include "kernels/arithmetic/log2.hpp"

#include <catch_amalgamated.hpp>
#include <cmath>

#include "random_values.hpp"
#include "reference/arithmetic.hpp"

using namespace posenc;
using reference::Wide;

namespace {

/// log2(1 + x), by the series if 1 + x would lose x.
Wide exact(double x) {
  const Wide wide = Wide(x);
  const Wide logarithm =
      x < 0x1p-40 ? wide * (1 - wide / 2 + wide * wide / 3) : reference::logarithm(1 + wide);
  return logarithm / reference::ln_2;
}

double relative_error(double x) {
  const Wide wide = exact(x);
  return std::abs(static_cast<double>((Wide(log2_1p(x).get(0)) - wide) / wide));
}

} // namespace

TEST_CASE("log2: within 2^-49 for every size of x", "[log2]") {
  RandomValues random(1);
  double worst = 0;
  for (int n = 0; n < 20000; ++n)
    worst = std::max(worst, relative_error(std::exp2(random.real(-300, 1000)) * random.real(1, 2)));
  for (int n = 0; n < 20000; ++n) worst = std::max(worst, relative_error(random.real(0, 3)));
  for (int k = -60; k < 1000; ++k) // 1 + x about √2 · 2^k, where the exponent changes, and about 2^k
    for (const double x : {std::ldexp(0x1.6a09e667f3bcdp0, k) - 1, std::ldexp(1, k) - 1, std::ldexp(1, k)})
      for (const double beside : {x, std::nextafter(x, 0), std::nextafter(x, 2 * x)})
        if (beside > 0) worst = std::max(worst, relative_error(beside));
  INFO("2^" << std::log2(worst));
  CHECK(worst <= 0x1p-49);
}

TEST_CASE("log2: powers of two and zero are exact, lane by lane", "[log2]") {
  for (int k = 0; k <= 53; ++k) {
    const simd::f64x2 result = log2_1p({std::ldexp(1, k) - 1, 0.0});
    CHECK(result.get(0) == k);
    CHECK(result.get(1) == 0);
  }
}
