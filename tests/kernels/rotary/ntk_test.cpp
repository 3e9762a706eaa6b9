// NTK-aware schedules against mpmath and wide precision.
#include "kernels/rotary/ntk.hpp"

#include <catch_amalgamated.hpp>
#include <vector>

#include "../fixtures/rotary_entries.hpp"
#include "frequency_error.hpp"
#include "reference/rotary.hpp"

using namespace posenc;

namespace {

std::vector<Frequency> dynamic(std::size_t pairs, double base, const DynamicNtk& settings) {
  std::vector<Frequency> frequencies(pairs);
  dynamic_ntk_frequencies(frequencies, base, settings);
  return frequencies;
}

} // namespace

TEST_CASE("ntk: mpmath's frequencies, to 2^-200 turns") {
  for (const auto& entry : fixtures::ntk_entries) {
    CAPTURE(entry.base, entry.width, entry.pair, entry.settings[0]);
    std::vector<Frequency> frequencies(entry.width / 2);
    ntk_frequencies(frequencies, entry.base, entry.settings[0]);
    REQUIRE(within(frequencies[entry.pair], entry.turns, 200));
  }
}

TEST_CASE("dynamic ntk: mpmath's frequencies, to 2^-190 turns and 2^-160 far beyond") {
  for (const auto& entry : fixtures::dynamic_entries) {
    const auto [factor, original, current, none, unused] = entry.settings;
    CAPTURE(entry.base, entry.width, entry.pair, factor, original, current);
    const auto frequencies = dynamic(entry.width / 2, entry.base, {factor, original, current});
    REQUIRE(within(frequencies[entry.pair], entry.turns, current / original < 0x1p31 ? 190 : 160));
  }
}

TEST_CASE("ntk: rotary.json, ntk-4 and dynamic-4096") {
  std::vector<Frequency> frequencies(8);
  ntk_frequencies(frequencies, 10000, 4);
  REQUIRE(radians(frequencies[0]) == 1);
  REQUIRE(radians(frequencies[4]) == 0.004528618321319533357970864);
  REQUIRE(radians(frequencies[7]) == 0.00007905694150420948329997234);
  const auto far = rounded_sine_cosine(frequencies[7], {16777215, 0});
  REQUIRE(far.cosine == static_cast<float>(0.8235216751864440467267904));
  REQUIRE(far.sine == static_cast<float>(0.5672848054532334710175859));
  const auto grown = dynamic(8, 10000, {2, 2048, 4096});
  REQUIRE(radians(grown[1]) == 0.2702961256924036010219334);
  REQUIRE(radians(grown[7]) == 0.0001054092553389459777332965);
}

TEST_CASE("ntk: every pair by the formula") {
  for (const std::size_t pairs : {2u, 3u, 16u, 64u, 127u})
    for (const double factor : {1.0, 1.5, 8.0, 1e6}) {
      std::vector<Frequency> frequencies(pairs);
      ntk_frequencies(frequencies, 10000, factor);
      REQUIRE(worst_radians(frequencies, reference::ntk_frequencies(pairs, 10000, factor)) <= 1.0001);
      for (const double length : {1.0, 4096.0, 4097.0, 1e6, 0x1p53}) {
        CAPTURE(pairs, factor, length);
        const auto growth = reference::dynamic_growth(factor, 4096, length);
        REQUIRE(worst_radians(dynamic(pairs, 500, {factor, 4096, length}),
                              reference::ntk_frequencies(pairs, 500, growth)) <= 1.0001);
        if (pairs != 16) continue;
        REQUIRE(misrounded(dynamic(pairs, 500, {factor, 4096, length}),
                           reference::ntk_frequencies(pairs, 500, growth)) == 0);
      }
    }
}

TEST_CASE("ntk: the slowest pair is slowed by the factor, the fastest not at all") {
  std::vector<Frequency> slowed(32), plain(32);
  ntk_frequencies(slowed, 10000, 8);
  geometric_frequencies(plain, 10000, 2, 64);
  REQUIRE(slowed[0].value == plain[0].value);
  REQUIRE(within(slowed[31], (plain[31].value >> 3).limb, 200));
}

TEST_CASE("dynamic ntk: up to the trained length nothing changes") {
  std::vector<Frequency> plain(16);
  geometric_frequencies(plain, 10000, 2, 32);
  for (const double length : {0.0, 1.0, 2047.0, 2048.0}) {
    const auto frequencies = dynamic(16, 10000, {4, 2048, length});
    for (std::size_t i = 0; i < 16; ++i) REQUIRE(frequencies[i].value == plain[i].value);
  }
}
