// Negative angles against tables and phases at the opposite positions.
#include "kernels/rotary/direction.hpp"

#include <algorithm>
#include <bit>
#include <catch_amalgamated.hpp>
#include <vector>

#include "kernels/rotary/rotary_phases.hpp"
#include "kernels/rotary/rotary_table.hpp"
#include "reference/rotary.hpp"
#include "rotary_case.hpp"

using namespace posenc;
using reference::Wide;

TEST_CASE("direction: a reversed table is that of the opposite positions, and turns as the reference does") {
  for (const std::size_t pairs : {1u, 2u, 3u, 4u, 7u, 64u}) {
    CAPTURE(pairs);
    const auto frequencies = plain_schedule(2 * pairs, 10000);
    const std::vector<double> positions{0, 1, -7, 4097, 0x1p24 - 1}, opposite{-0.0, -1, 7, -4097, 1 - 0x1p24};
    auto table = halves_table(frequencies, positions);
    reverse_table(table, pairs);
    REQUIRE(table == halves_table(frequencies, opposite));
    // Position 0: no entry is −0.
    for (std::size_t i = 0; i < 2 * pairs; ++i)
      REQUIRE(std::bit_cast<std::uint32_t>(table[i]) != 0x80000000u);
    const std::vector<float> x(2 * pairs, 1.5f);
    const std::span far(table.data() + 3 * 2 * pairs, 2 * pairs);
    const auto turned = rotated_heads(x, far, {1, 1, 2 * pairs, 2 * pairs}, {Pairing::interleaved, false});
    auto angles = reference::geometric_frequencies(pairs, 10000, 2, static_cast<unsigned>(2 * pairs));
    for (Wide& angle : angles) angle *= Wide(-4097);
    REQUIRE(worst_pair(turned, reference::rotated(x, angles, true), x, Pairing::interleaved, pairs) <= 1.75);
  }
}

TEST_CASE("direction: reversed phases are those of the opposite positions") {
  const auto frequencies = plain_schedule(14, 500000);
  const std::vector<double> positions{0, 3, -12345}, opposite{0, -3, 12345};
  const std::vector<std::uint32_t> axes(7);
  std::vector<double> phases(3 * 14), expected(3 * 14);
  rotary_phases(frequencies, {3, 0, 0, positions, axes}, phases);
  rotary_phases(frequencies, {3, 0, 0, opposite, axes}, expected);
  reverse_phases(phases);
  // Phases are in turns, which may differ by whole ones.
  for (std::size_t i = 0; i < phases.size(); ++i) {
    const double off = phases[i] - expected[i];
    REQUIRE(off == std::round(off));
  }
}
