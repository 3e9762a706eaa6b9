// Angles in radians: sines of floats of every size against wide precision, and the exact phase against the fast one.
#include "kernels/table/radian.hpp"

#include <bit>
#include <catch_amalgamated.hpp>
#include <cmath>

#include "random_values.hpp"
#include "reference/arithmetic.hpp"

using namespace posenc;

TEST_CASE("radian: sines and cosines of floats of every size are correctly rounded", "[radian]") {
  RandomValues random(1);
  const Radian radian;
  for (int round = 0; round < 4000; ++round) {
    const double size = std::exp2(random.real(-60, 40));
    const float a = static_cast<float>(random.real(-1, 1) * size), b = static_cast<float>(random.real(-4, 4));
    const auto value = radian.rounded_sine_cosine(a, b);
    CAPTURE(a, b);
    REQUIRE(static_cast<float>(value.sine.get(0)) == static_cast<float>(reference::sine(a)));
    REQUIRE(static_cast<float>(value.cosine.get(0)) == static_cast<float>(reference::cosine(a)));
    REQUIRE(static_cast<float>(value.sine.get(1)) == static_cast<float>(reference::sine(b)));
    REQUIRE(static_cast<float>(value.cosine.get(1)) == static_cast<float>(reference::cosine(b)));
  }
}

TEST_CASE("radian: the floats nearest to a multiple of half a turn, and the smallest", "[radian]") {
  // mpmath 1.2.1 at 60 digits.
  const Radian radian;
  const auto pi = radian.rounded_sine_cosine(0x1.921fb6p+1f, 0x1.921fb6p+0f);
  CHECK(static_cast<float>(pi.sine.get(0)) == -8.74227800037247525842e-8f);
  CHECK(static_cast<float>(pi.cosine.get(1)) == -4.37113900018624143886e-8f);
  const auto small = radian.rounded_sine_cosine(0x1p-149f, -0x1p-126f);
  CHECK(static_cast<float>(small.sine.get(0)) == 0x1p-149f);
  CHECK(static_cast<float>(small.sine.get(1)) == -0x1p-126f);
  CHECK(static_cast<float>(small.cosine.get(0)) == 1);
}

TEST_CASE("radian: the two doubles of a phase are the exact phase", "[radian]") {
  RandomValues random(2);
  const Radian radian;
  for (int round = 0; round < 4000; ++round) {
    double x = random.real(-1, 1) * std::exp2(random.real(-80, 53));
    if (round % 2 == 0) x = static_cast<double>(static_cast<float>(x));
    const Phase<double> phase = radian.phase(x);
    // Modulo one turn, in fixed point: the sum less the exact phase, which is near 0 or near 1.
    const auto add = [](Fixed sum, double y) { return y < 0 ? sum - fixed(-y) : sum + fixed(y); };
    Fixed off = add(add(Fixed{}, phase.turns), phase.rest) - radian.exact(x);
    off.limb[Fixed::limbs - 1] = 0;
    const Fixed distance = off < whole(1) >> 1 ? off : whole(1) - off;
    CAPTURE(x);
    REQUIRE(nearest_double(distance * radians_per_turn) <= phase_error(position(x)) + 0x1p-220);
  }
}
