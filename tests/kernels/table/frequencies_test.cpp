// Frequencies against mpmath, and the split that the fast path rests on.
#include "kernels/table/frequencies.hpp"

#include <catch_amalgamated.hpp>
#include <cmath>
#include <vector>

#include "../fixtures/table_entries.hpp"
#include "reference/table.hpp"

using namespace posenc;

namespace {

std::vector<Frequency> schedule(std::size_t pairs, double base, std::uint32_t numerator,
                                std::uint32_t denominator) {
  std::vector<Frequency> frequencies(pairs);
  geometric_frequencies(frequencies, base, numerator, denominator);
  return frequencies;
}

Fixed distance(const Fixed& a, const Fixed& b) {
  return a < b ? b - a : a - b;
}

} // namespace

TEST_CASE("frequencies: mpmath's, to 2^-200 turns, and the nearest double in radians") {
  for (const auto& expected : fixtures::schedule_entries) {
    CAPTURE(expected.base, expected.numerator, expected.denominator, expected.index);
    const auto all = schedule(expected.index + 1, expected.base, expected.numerator, expected.denominator);
    const Fixed turns{expected.turns};
    REQUIRE(distance(all.back().value, turns) < Fixed{{1u << 24}});
    if (exponent(turns) > -150) REQUIRE(radians(all.back()) == expected.radians);
  }
}

TEST_CASE("frequencies: every one of a schedule against the formula in wide precision") {
  for (const double base : {2.0, 7.0, 1e4, 5e5, 1e9, 1.0, 1.5}) {
    const auto all = schedule(256, base, 2, 512);
    const auto omega = reference::geometric_frequencies(256, base, 2, 512);
    for (std::size_t i = 0; i < all.size(); ++i) {
      CAPTURE(base, i);
      REQUIRE(radians(all[i]) == static_cast<double>(omega[i]));
    }
  }
}

TEST_CASE("frequencies: hi, mid and lo lie on their grids and add up") {
  for (const double base : {1.0, 2.0, 1e4, 1e9, 0x1p60, 0.001})
    for (const Frequency& f : schedule(64, base, 2, 128)) {
      REQUIRE(std::fmod(f.mid, 0x1p-58) == 0);
      REQUIRE((f.mid >= 0 && f.lo >= 0 && f.lo <= 0x1p-58));
      if (f.hi < 0x1p24) {
        REQUIRE(std::fmod(f.hi, 0x1p-29) == 0);
        REQUIRE(f.mid < 0x1p-29);
      }
      const Fixed sum = fixed(f.hi) + fixed(f.mid) + fixed(f.lo);
      REQUIRE(distance(sum, f.value) < Fixed{{1, 0, 0, 1u << 16}}); // 2^-112 and no more
    }
}

TEST_CASE("frequencies: base 1 gives one radian for every pair") {
  for (const Frequency& f : schedule(7, 1, 2, 14)) {
    REQUIRE(radians(f) == 1.0);
    REQUIRE(f.value == schedule(1, 10000, 2, 2)[0].value);
  }
}

TEST_CASE("frequencies: far beyond what a position can show they are zero, not wrong") {
  for (const Frequency& f : schedule(3, 1e300, 2, 2)) REQUIRE(radians(f) <= 1.0);
  REQUIRE(radians(schedule(3, 1e300, 2, 2)[2]) == 0.0);
}
