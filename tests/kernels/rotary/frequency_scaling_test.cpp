// Scaled schedules against mpmath and wide precision.
#include "kernels/rotary/frequency_scaling.hpp"

#include <catch_amalgamated.hpp>
#include <vector>

#include "../fixtures/rotary_entries.hpp"
#include "frequency_error.hpp"
#include "reference/rotary.hpp"
#include "reference/table.hpp"
#include "rotary_case.hpp"

using namespace posenc;

TEST_CASE("frequency scaling: mpmath's linear schedules, to 2^-200 turns") {
  for (const auto& entry : fixtures::linear_entries) {
    CAPTURE(entry.base, entry.width, entry.pair, entry.settings[0]);
    auto frequencies = plain_schedule(entry.width, entry.base);
    divide_frequencies(frequencies, entry.settings[0]);
    REQUIRE(within(frequencies[entry.pair], entry.turns, 200));
  }
}

TEST_CASE("frequency scaling: rotary.json, linear-2.5") {
  auto frequencies = plain_schedule(16, 10000);
  divide_frequencies(frequencies, 2.5);
  REQUIRE(radians(frequencies[1]) == 0.1264911064067351732799557);
  REQUIRE(radians(frequencies[7]) == 0.0001264911064067351732799557);
  const auto far = rounded_sine_cosine(frequencies[7], {16777215, 0});
  REQUIRE(far.cosine == static_cast<float>(0.02264833708763454929747386));
  REQUIRE(far.sine == static_cast<float>(-0.9997435157934942188855096));
}

TEST_CASE("frequency scaling: every pair by the formula, for one divisor and for many") {
  const auto omega = reference::geometric_frequencies(128, 500000, 2, 256);
  for (const double factor : {1.0, 1.1, 3.0, 8.0, 1e6, 0x1p-20}) {
    auto frequencies = plain_schedule(256, 500000);
    divide_frequencies(frequencies, factor);
    REQUIRE(worst_radians(frequencies, reference::divided(omega, factor)) <= 1.0001);
    REQUIRE(misrounded(frequencies, reference::divided(omega, factor)) == 0);
  }
  std::vector<double> divisors;
  for (int i = 0; i < 128; ++i) divisors.push_back(1 + 0.37 * i);
  auto frequencies = plain_schedule(256, 500000);
  divide_frequencies(frequencies, divisors);
  REQUIRE(worst_radians(frequencies, reference::divided(omega, divisors)) <= 1.0001);
}

TEST_CASE("frequency scaling: a power of two moves the bits and no more") {
  auto frequencies = plain_schedule(32, 10000);
  scale_frequencies(frequencies, 4);
  for (std::size_t i = 0; i < 16; ++i)
    REQUIRE(frequencies[i].value == plain_schedule(32, 10000)[i].value << 2);
  divide_frequencies(frequencies, 4);
  for (std::size_t i = 0; i < 16; ++i) REQUIRE(frequencies[i].value == plain_schedule(32, 10000)[i].value);
  divide_frequencies(frequencies, 1);
  for (std::size_t i = 0; i < 16; ++i) REQUIRE(frequencies[i].value == plain_schedule(32, 10000)[i].value);
}

TEST_CASE("frequency scaling: scaling undoes division, except for a few units in the last place") {
  const auto before = plain_schedule(32, 10000);
  auto frequencies = before;
  divide_frequencies(frequencies, 2.7);
  scale_frequencies(frequencies, 2.7);
  for (std::size_t i = 0; i < 16; ++i) REQUIRE(within(frequencies[i], before[i].value.limb, 215));
}
