#include "kernels/arithmetic/exp.hpp"

#include <bit>
#include <catch_amalgamated.hpp>
#include <cmath>
#include <limits>

namespace {

float exp_of(float x) {
  return posenc::exp(posenc::simd::f32x4(x)).get(0);
}

/// The distance from the exact value in units of the float's last place; a subnormal's last place is 2^-149.
double error_in_ulps(float x) {
  const double exact = std::exp(static_cast<double>(x));
  const int exponent = std::max(std::ilogb(exact), -126);
  return std::abs(static_cast<double>(exp_of(x)) - exact) / std::ldexp(1.0, exponent - 23);
}

} // namespace

TEST_CASE("exp is within one ULP of the exact value, subnormal results included") {
  double worst = 0.0;
  const auto scan = [&](float from, float to, std::uint32_t step) {
    for (std::uint32_t bits = std::bit_cast<std::uint32_t>(from); bits < std::bit_cast<std::uint32_t>(to);
         bits += step)
      worst = std::max(worst, error_in_ulps(std::bit_cast<float>(bits)));
  };
  scan(1e-10f, 88.72f, 997);
  scan(-1e-10f, -103.97f, 997);
  INFO("worst error " << worst << " ULP");
  CHECK(worst < 1.0);
  CHECK(worst > 0.5); // else the oracle is not one
}

TEST_CASE("exp is exact at zero, underflows gradually and overflows to infinity") {
  constexpr float infinity = std::numeric_limits<float>::infinity();
  CHECK(exp_of(0.0f) == 1.0f);
  CHECK(exp_of(-0.0f) == 1.0f);
  CHECK(exp_of(-103.97f) == std::numeric_limits<float>::denorm_min());
  CHECK(exp_of(-103.98f) == 0.0f);
  CHECK(exp_of(-1e30f) == 0.0f);
  CHECK(exp_of(-infinity) == 0.0f);
  CHECK(exp_of(88.72f) < infinity);
  CHECK(exp_of(88.73f) == infinity);
  CHECK(exp_of(infinity) == infinity);
  CHECK(std::isnan(exp_of(std::numeric_limits<float>::quiet_NaN())));
}

TEST_CASE("exp takes the rounding error of its argument as a tail") {
  for (const double exact : {-50.0000001, -1.000000033, 0.30000001234, 20.0000000987}) {
    const float x = static_cast<float>(exact), tail = static_cast<float>(exact - static_cast<double>(x));
    const double got = posenc::exp(posenc::simd::f32x4(x), posenc::simd::f32x4(tail)).get(0);
    CHECK(std::abs(got / std::exp(exact) - 1.0) < 0x1p-23);
  }
}
