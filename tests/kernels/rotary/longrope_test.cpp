// LongRoPE against mpmath and wide precision.
#include "kernels/rotary/longrope.hpp"

#include <catch_amalgamated.hpp>
#include <cmath>
#include <vector>

#include "../fixtures/rotary_entries.hpp"
#include "frequency_error.hpp"
#include "reference/rotary.hpp"
#include "reference/table.hpp"

using namespace posenc;

TEST_CASE("longrope: mpmath's frequencies, to 2^-200 turns") {
  for (const auto& entry : fixtures::longrope_entries) {
    CAPTURE(entry.base, entry.width, entry.pair, entry.settings[0]);
    std::vector<Frequency> frequencies(entry.width / 2);
    std::vector<double> divisors(entry.width / 2, 1.0);
    divisors[entry.pair] = entry.settings[0];
    longrope_frequencies(frequencies, entry.base, divisors);
    REQUIRE(within(frequencies[entry.pair], entry.turns, 200));
  }
}

TEST_CASE("longrope: rotary.json, longrope-1025") {
  std::vector<Frequency> frequencies(4);
  longrope_frequencies(frequencies, 10000, std::vector<double>{1, 2, 4, 8.5});
  REQUIRE(radians(frequencies[0]) == 1);
  REQUIRE(radians(frequencies[2]) == 0.0025);
  REQUIRE(radians(frequencies[3]) == 0.0001176470588235294117647059);
}

TEST_CASE("longrope: every pair by the formula, and divisors of 1 change nothing") {
  for (const std::size_t pairs : {1u, 2u, 48u, 61u}) {
    std::vector<double> divisors;
    for (std::size_t i = 0; i < pairs; ++i) divisors.push_back(0.25 + 1.7 * static_cast<double>(i * i));
    std::vector<Frequency> frequencies(pairs), plain(pairs);
    longrope_frequencies(frequencies, 10000, divisors);
    const auto width = static_cast<unsigned>(2 * pairs);
    const auto omega = reference::geometric_frequencies(pairs, 10000, 2, width);
    REQUIRE(worst_radians(frequencies, reference::divided(omega, divisors)) <= 1.0001);
    REQUIRE(misrounded(frequencies, reference::divided(omega, divisors)) == 0);
    longrope_frequencies(frequencies, 10000, std::vector<double>(pairs, 1.0));
    geometric_frequencies(plain, 10000, 2, width);
    for (std::size_t i = 0; i < pairs; ++i) REQUIRE(frequencies[i].value == plain[i].value);
  }
}

TEST_CASE("longrope: attention factors are mpmath's, to the last bit") {
  for (const auto& entry : fixtures::longrope_factors) {
    const auto [factor, length, unused] = entry.settings;
    CAPTURE(factor, length);
    REQUIRE(longrope_attention_factor(factor, length) == entry.value);
  }
  REQUIRE(longrope_attention_factor(0.5, 4096) == 1);
  // rotary-models.json, phi-3-long
  REQUIRE(longrope_attention_factor(32, 4096) == 1.1902380714238083329999);
  const auto value = reference::Wide(longrope_attention_factor(7.3, 1000));
  const auto square = reference::squared_longrope_attention_factor(7.3, 1000);
  REQUIRE(std::fabs(static_cast<double>(value * value - square)) <= 0x1p-51); // 2 · 1.2 · half a place
}
