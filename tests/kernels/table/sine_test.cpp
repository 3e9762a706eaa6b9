// The sine of a phase against wide precision: relative error, at the zeros too.
#include "kernels/table/sine.hpp"

#include <catch_amalgamated.hpp>
#include <cmath>
#include <random>

#include "reference/arithmetic.hpp"

using namespace posenc;
using reference::Wide;

namespace {

double relative_error(double value, Wide exact) {
  const double difference = static_cast<double>(Wide(value) - exact);
  return difference == 0 ? 0 : std::fabs(difference / static_cast<double>(exact));
}

void require_accurate(Phase<double> phase) {
  CAPTURE(phase.turns, phase.rest);
  const SineCosine<double> value = sine_cosine(phase);
  const Wide angle = (Wide(phase.turns) + Wide(phase.rest)) * (2 * reference::pi);
  REQUIRE(relative_error(value.sine, reference::sine(angle)) <= 0x1p-51);
  REQUIRE(relative_error(value.cosine, reference::cosine(angle)) <= 0x1p-51);
}

} // namespace

TEST_CASE("sine: relative error within 2^-51 over the turn") {
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> turns(-0.54, 0.54), rest(-0x1p-55, 0x1p-55);
  for (int round = 0; round < 20000; ++round) require_accurate({turns(random), rest(random)});
}

TEST_CASE("sine: relative error within 2^-51 beside the zeros and the octants' borders") {
  for (int eighth = -4; eighth <= 4; ++eighth)
    for (int e = -60; e <= -5; ++e)
      for (const double m : {-1.7, -1.1, 1.0, 1.3})
        if (e > -50 || eighth != 0) {
          const double border = eighth / 8.0, offset = std::ldexp(m, e);
          const double sum = border + offset;
          require_accurate({sum, offset - (sum - border)});
        }
}

TEST_CASE("sine: small phases keep their relative precision") {
  for (int e = -300; e < -3; ++e) {
    require_accurate({std::ldexp(1.1, e), std::ldexp(0.9, e - 54)});
    require_accurate({-std::ldexp(1.9, e), std::ldexp(0.9, e - 54)});
  }
}

TEST_CASE("sine: whole quarters are exact") {
  const double expected_sine[] = {0, 1, 0, -1, 0}, expected_cosine[] = {1, 0, -1, 0, 1};
  for (int quarter = 0; quarter <= 4; ++quarter) {
    const SineCosine<double> value = sine_cosine(Phase<double>{quarter / 4.0, 0});
    REQUIRE(value.sine == expected_sine[quarter]);
    REQUIRE(value.cosine == expected_cosine[quarter]);
  }
  REQUIRE(!std::signbit(sine_cosine(Phase<double>{0, 0}).sine));
}

TEST_CASE("sine: both lanes of the vector give the bits of the scalar") {
  std::mt19937_64 random(2);
  std::uniform_real_distribution<double> turns(-0.54, 0.54), rest(-0x1p-55, 0x1p-55);
  for (int round = 0; round < 5000; ++round) {
    const Phase<double> a{turns(random), rest(random)}, b{turns(random), rest(random)};
    const auto both = sine_cosine(Phase<simd::f64x2>{{a.turns, b.turns}, {a.rest, b.rest}});
    REQUIRE(both.sine.get(0) == sine_cosine(a).sine);
    REQUIRE(both.sine.get(1) == sine_cosine(b).sine);
    REQUIRE(both.cosine.get(0) == sine_cosine(a).cosine);
    REQUIRE(both.cosine.get(1) == sine_cosine(b).cosine);
  }
}
