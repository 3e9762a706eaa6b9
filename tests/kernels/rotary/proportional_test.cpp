// Proportional RoPE against mpmath and wide precision.
#include "kernels/rotary/proportional.hpp"

#include <bit>
#include <catch_amalgamated.hpp>
#include <memory>
#include <vector>

#include "../fixtures/rotary_entries.hpp"
#include "frequency_error.hpp"
#include "kernels/table/angle_sums.hpp"
#include "kernels/table/sincos_table.hpp"
#include "reference/rotary.hpp"

using namespace posenc;

namespace {

std::vector<Frequency> proportional(std::size_t pairs, double base, std::size_t rotated_pairs,
                                    double factor) {
  std::vector<Frequency> frequencies(pairs);
  proportional_frequencies(frequencies, base, rotated_pairs, factor);
  return frequencies;
}

} // namespace

TEST_CASE("proportional: mpmath's frequencies, to 2^-200 turns") {
  for (const auto& entry : fixtures::proportional_entries) {
    const auto [share, factor, none, nothing, unused] = entry.settings;
    const auto rotated_pairs = static_cast<std::size_t>(share * entry.width / 2);
    CAPTURE(entry.base, entry.width, entry.pair, share, factor);
    const auto frequencies = proportional(entry.width / 2, entry.base, rotated_pairs, factor);
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
      const auto rotated_pairs = static_cast<std::size_t>(share * 32);
      REQUIRE(worst_radians(proportional(32, 10000, rotated_pairs, factor), expected) <= 1.0001);
      REQUIRE(misrounded(proportional(32, 10000, rotated_pairs, factor), expected) == 0);
    }
}

TEST_CASE("proportional: in a table, pairs that do not rotate are 0 and 1, and never in doubt") {
  const auto frequencies = proportional(8, 10000, 3, 1);
  for (const double start : {0.0, 1.0, -40.0, 0x1p24, 1e15, 0.25}) {
    std::vector<float> out(80 * 16);
    sincos_table(frequencies, start, 80, halves(16), out);
    for (std::size_t t = 0; t < 80; ++t)
      for (std::size_t i = 3; i < 8; ++i) {
        REQUIRE(std::bit_cast<std::uint32_t>(out[t * 16 + i]) == 0);
        REQUIRE(out[t * 16 + 8 + i] == 1);
      }
    const auto sums = std::make_unique<AngleSums>();
    sums->set_groups(frequencies, 2, 2); // pairs 4 … 7
    sums->set_anchor(frequencies, position(start));
    for (const std::size_t g : {0u, 1u})
      for (const std::size_t lane : {0u, 1u}) {
        REQUIRE(sums->states[g].sine_error.get(lane) == 0);
        REQUIRE(sums->states[g].value.sine.get(lane) == 0);
      }
  }
}
