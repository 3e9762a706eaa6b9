// Correct rounding of single entries: mpmath's answers, the hardest known cases, and every kind of position.
#include "kernels/table/rounded_sine.hpp"

#include <bit>
#include <catch_amalgamated.hpp>
#include <cmath>
#include <random>
#include <span>
#include <vector>

#include "../fixtures/table_entries.hpp"

using namespace posenc;

namespace {

Frequency frequency_of(const fixtures::TableEntry& entry) {
  std::vector<Frequency> frequencies(entry.pair + 1);
  geometric_frequencies(frequencies, entry.base, 2, entry.width);
  return frequencies.back();
}

bool same_bits(float a, float b) {
  return std::bit_cast<std::uint32_t>(a) == std::bit_cast<std::uint32_t>(b);
}

void require_entry(const fixtures::TableEntry& entry) {
  CAPTURE(entry.base, entry.width, entry.pair, entry.position);
  const Frequency f = frequency_of(entry);
  const Position at = position(entry.position);
  for (const auto& value : {rounded_sine_cosine(f, at), exact_sine_cosine(exact_phase(f, at))}) {
    REQUIRE(value.sine == entry.sine);
    REQUIRE(same_bits(value.cosine, entry.cosine));
  }
}

} // namespace

TEST_CASE("rounded sine: golden values and positions of every kind, to the last bit") {
  for (const auto& entry : fixtures::table_entries) require_entry(entry);
}

TEST_CASE("rounded sine: the entries nearest to zero and to the middle between two floats") {
  REQUIRE(std::size(fixtures::hard_entries) >= 50);
  for (const auto& entry : fixtures::hard_entries) require_entry(entry);
}

TEST_CASE("rounded sine: both levels agree, for any position") {
  std::mt19937_64 random(1);
  std::vector<Frequency> frequencies(64);
  for (const double base : {2.0, 1e4, 1e9, 1.0, 0.01}) {
    geometric_frequencies(frequencies, base, 2, 128);
    for (int round = 0; round < 3000; ++round) {
      const Frequency& f = frequencies[random() % frequencies.size()];
      const double integer = static_cast<double>(random() >> (11 + random() % 50));
      const double fraction = round % 3 == 0 ? std::ldexp(static_cast<double>(random() >> 11), -60) : 0;
      const double p = (round % 2 == 0 ? 1 : -1) * (integer + fraction);
      CAPTURE(base, p);
      const auto fast = rounded_sine_cosine(f, position(p)),
                 exact = exact_sine_cosine(exact_phase(f, position(p)));
      REQUIRE(fast.sine == exact.sine);
      REQUIRE(fast.cosine == exact.cosine);
    }
  }
}

TEST_CASE("rounded sine: odd and even in the position") {
  std::vector<Frequency> frequencies(32);
  geometric_frequencies(frequencies, 10000, 2, 64);
  for (const Frequency& f : frequencies)
    for (const double p : {1.0, 5000.0, 16777215.0, 0.25, 1e-10, 1e10 + 0.5, 0x1p53}) {
      const auto ahead = rounded_sine_cosine(f, position(p)), behind = rounded_sine_cosine(f, position(-p));
      REQUIRE(same_bits(ahead.sine, -behind.sine));
      REQUIRE(same_bits(ahead.cosine, behind.cosine));
    }
}

TEST_CASE("rounded sine: position 0 gives +0 and 1, from either zero") {
  std::vector<Frequency> frequencies(4);
  geometric_frequencies(frequencies, 10000, 2, 8);
  for (const Frequency& f : frequencies)
    for (const double zero : {0.0, -0.0}) {
      REQUIRE(same_bits(rounded_sine_cosine(f, position(zero)).sine, 0.0f));
      REQUIRE(rounded_sine_cosine(f, position(zero)).cosine == 1.0f);
    }
}

TEST_CASE("rounded sine: exact if the exact value is a float") {
  const Frequency quarter = frequency(whole(1) >> 2); // sin(π p / 2)
  const float sines[] = {0, 1, 0, -1};
  for (int p = 0; p < 40; ++p) {
    const auto value = rounded_sine_cosine(quarter, {static_cast<double>(p), 0});
    REQUIRE(value.sine == sines[p % 4]);
    REQUIRE(value.cosine == sines[(p + 1) % 4]);
  }
  const Frequency twelfth = frequency(whole(1) / 12);
  REQUIRE(rounded_sine_cosine(twelfth, {1, 0}).sine == 0.5f);
  REQUIRE(rounded_sine_cosine(twelfth, {2, 0}).cosine == 0.5f);
}

TEST_CASE("rounded sine: a pair with frequency 0 is +0 and 1, and certain, at any position") {
  const Frequency still = frequency({});
  for (const double p : {0.0, 1.0, -1.0, 16777217.0, -0x1p53, 0.25, -1e-10}) {
    const Position at = position(p);
    REQUIRE(phase_error(still, at) == 0);
    const auto value = rounded_sine_cosine(still, at);
    REQUIRE((same_bits(value.sine, 0.0f) && value.cosine == 1.0f));
    const auto unsettled = sine_cosine(still, still, at);
    REQUIRE(rounding({unsettled.sine + simd::f64x2(0.0), unsettled.cosine}, 0.0).is_certain);
  }
}
