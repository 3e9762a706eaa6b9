// 2^x against an exponential of 113 bits.
#include "kernels/arithmetic/exp2.hpp"

#include <catch_amalgamated.hpp>
#include <cmath>
#include <limits>

#include "random_values.hpp"
#include "reference/arithmetic.hpp"

using namespace posenc;
using reference::Wide;

TEST_CASE("exp2: within 2^-51", "[exp2]") {
  RandomValues random(2);
  double worst = 0;
  for (int n = 0; n < 40000; ++n) {
    const double x = n % 2 == 0 ? random.real(-1, 1) : random.real(-1021, 1023);
    const Wide wide = reference::exponential(Wide(x) * reference::ln_2);
    worst = std::max(worst, std::abs(static_cast<double>((Wide(exp2(simd::f64x2(x)).get(0)) - wide) / wide)));
  }
  INFO("2^" << std::log2(worst));
  CHECK(worst <= 0x1p-51);
}

TEST_CASE("exp2: within 2^-36 of degree 9", "[exp2]") {
  RandomValues random(3);
  double worst = 0;
  for (int n = 0; n < 40000; ++n) {
    const double x = random.real(-1, 1);
    const Wide wide = reference::exponential(Wide(x) * reference::ln_2);
    worst =
        std::max(worst, std::abs(static_cast<double>((Wide(exp2<9>(simd::f64x2(x)).get(0)) - wide) / wide)));
  }
  INFO("2^" << std::log2(worst));
  CHECK(worst <= 0x1p-36);
}

TEST_CASE("exp2: integers are exact, the rest is clamped, NaN stays", "[exp2]") {
  for (int n = -1022; n <= 1023; ++n) CHECK(exp2(simd::f64x2(double(n))).get(0) == std::ldexp(1, n));
  constexpr double infinity = std::numeric_limits<double>::infinity();
  CHECK(exp2({1e300, infinity}).get(0) == 0x1p1023);
  CHECK(exp2({1e300, infinity}).get(1) == 0x1p1023);
  CHECK(exp2({-1e300, -infinity}).get(1) == 0x1p-1022);
  CHECK(std::isnan(exp2({std::nan(""), 0.0}).get(0)));
  CHECK(exp2({std::nan(""), 0.0}).get(1) == 1);
}
