// Proportional RoPE against mpmath and wide precision.
#include "kernels/proportional.hpp"

#include <catch_amalgamated.hpp>
#include <vector>

#include "../fixtures/rotary_entries.hpp"
#include "frequency_error.hpp"
#include "reference/proportional.hpp"

using namespace posenc;

namespace {

std::vector<Frequency> proportional(std::size_t pairs, double base, std::size_t turning, double factor) {
  std::vector<Frequency> frequencies(pairs);
  proportional_frequencies(frequencies, base, turning, factor);
  return frequencies;
}

} // namespace

TEST_CASE("proportional: mpmath's frequencies, to 2^-200 turns") {
  for (const auto& entry : fixtures::proportional_entries) {
    const auto [share, factor, none, nothing, unused] = entry.settings;
    const auto turning = static_cast<std::size_t>(share * entry.width / 2);
    CAPTURE(entry.base, entry.width, entry.pair, share, factor);
    const auto frequencies = proportional(entry.width / 2, entry.base, turning, factor);
    REQUIRE(within(frequencies[entry.pair], entry.turns, 200));
  }
}

TEST_CASE("proportional: rotary-models.json, gemma-4-full") {
  const auto frequencies = proportional(256, 1e6, 64, 1);
  REQUIRE(radians(frequencies[62]) == 0.03522694651473101445056705);
  REQUIRE(radians(frequencies[63]) == 0.03337624694292038546198263); // a period of 188.3
  for (std::size_t i = 64; i < 256; ++i) {
    REQUIRE(radians(frequencies[i]) == 0);
    REQUIRE((frequencies[i].hi == 0 && frequencies[i].mid == 0 && frequencies[i].lo == 0));
  }
}

TEST_CASE("proportional: every share by the formula") {
  for (const double share : {0.0, 0.25, 0.5, 1.0})
    for (const double factor : {1.0, 3.0}) {
      const auto expected = reference::proportional_frequencies(32, 10000, share, factor);
      const auto turning = static_cast<std::size_t>(share * 32);
      REQUIRE(worst_radians(proportional(32, 10000, turning, factor), expected) <= 1.0001);
    }
}
