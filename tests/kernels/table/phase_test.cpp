// The fast phase against the exact one.
#include "kernels/table/phase.hpp"

#include <catch_amalgamated.hpp>
#include <cmath>
#include <random>
#include <vector>

using namespace posenc;

namespace {

/// |phase − exact| in turns, modulo whole turns.
double error(Phase<double> phase, const Fixed& exact) {
  const auto add = [](Fixed sum, double part) { return part < 0 ? sum - fixed(-part) : sum + fixed(part); };
  Fixed difference = add(add(Fixed{}, phase.turns), phase.rest) - exact;
  difference.limb[7] = 0;
  const Fixed other = whole(1) - difference;
  return nearest_double(difference < other ? difference : other);
}

} // namespace

TEST_CASE("phase: the fast path is exact to |position| 2^-106") {
  std::mt19937 random(1);
  for (const double base : {2.0, 7.0, 1e4, 5e5, 1e9, 1.0}) {
    std::vector<Frequency> frequencies(32);
    geometric_frequencies(frequencies, base, 2, 64);
    for (const Frequency& f : frequencies)
      for (int round = 0; round < 200; ++round) {
        const double p = static_cast<double>(random() >> 8) * (round % 2 == 0 ? 1 : -1);
        const Position at = position(p);
        REQUIRE(is_fast(f, at));
        const Phase<double> fast = phase<double>(p, f.hi, f.mid, f.lo);
        CAPTURE(base, p);
        REQUIRE(error(fast, exact_phase(f, at)) <= std::fabs(p) * 0x1p-106);
        REQUIRE(std::fabs(fast.turns) <= 0.54);
      }
    for (const Frequency& f : frequencies) {
      REQUIRE(is_fast(f, {0, 0.5}));
      REQUIRE(error(phase(f, {0, 0.5}), exact_phase(f, {0, 0.5})) <= 0x1p-107);
    }
  }
}

TEST_CASE("phase: any position, by the fixed-point path") {
  std::vector<Frequency> frequencies(32);
  geometric_frequencies(frequencies, 1e4, 2, 64);
  for (const Frequency& f : frequencies)
    for (const double p : {1.5, -0.5, -0.1, 1e-20, 123.456, 0x1p24 + 1, 1e15 + 0.125, 0x1p53, -0x1p53}) {
      CAPTURE(p);
      const Position at = position(p);
      REQUIRE(!is_fast(f, at));
      REQUIRE(error(phase(f, at), exact_phase(f, at)) <= 0x1p-106);
    }
}

TEST_CASE("phase: positions split without error, and -0 is 0") {
  for (const double p : {0.0, 1.0, -1.0, 0.75, -0.75, 1e-300, -1e15 - 0.5, 0x1p53}) {
    const Position at = position(p);
    REQUIRE(at.whole + at.fraction == p);
    REQUIRE(std::trunc(at.whole) == at.whole);
    REQUIRE(std::fabs(at.fraction) < 1);
  }
  REQUIRE(!std::signbit(position(-0.0).whole));
  REQUIRE(!std::signbit(position(-0.0).fraction));
}

TEST_CASE("phase: opposite positions add up to a whole turn") {
  std::vector<Frequency> frequencies(16);
  geometric_frequencies(frequencies, 500000, 2, 32);
  for (const Frequency& f : frequencies)
    for (const double p : {1.0, 77.0, 0.3, 1e9, 4503599627370495.5}) {
      Fixed sum = exact_phase(f, position(p)) + exact_phase(f, position(-p));
      sum.limb[7] = 0;
      REQUIRE(sum == Fixed{});
    }
}
