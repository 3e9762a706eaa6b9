// Octaves against wide precision, and the sines of their turns.
#include "kernels/octaves.hpp"

#include <catch_amalgamated.hpp>
#include <vector>

#include "frequency_error.hpp"
#include "kernels/rounded_sine.hpp"
#include "reference/octaves.hpp"

using namespace posenc;

namespace {

std::vector<Frequency> octaves(std::size_t count, OctaveUnit unit) {
  std::vector<Frequency> frequencies(count);
  octave_frequencies(frequencies, unit);
  return frequencies;
}

} // namespace

TEST_CASE("octaves: powers of two, exact in half turns") {
  const auto half_turns = octaves(31, OctaveUnit::half_turns);
  const auto in_radians = octaves(31, OctaveUnit::radians);
  REQUIRE(worst_radians(half_turns, reference::octave_frequencies(31, reference::pi)) <= 1.0001);
  REQUIRE(worst_radians(in_radians, reference::octave_frequencies(31, 1)) <= 1.0001);
  REQUIRE(half_turns[0].value == whole(1) >> 1);
  REQUIRE(half_turns[30].value == whole(0x20000000));
}

TEST_CASE("octaves: sines far beyond one turn, at fractions of every kind") {
  const auto half_turns = octaves(31, OctaveUnit::half_turns);
  const auto in_radians = octaves(31, OctaveUnit::radians);
  for (std::size_t k = 0; k < 31; ++k)
    for (const double x : {0.3, -0.7, 1.0, 0.0, -1.0, 0.1234567890123, 1e-9, 0x1p-31, 0.75}) {
      CAPTURE(k, x);
      const auto scale = static_cast<reference::Wide>(std::size_t{1} << k);
      const auto turned = rounded_sine_cosine(half_turns[k], position(x));
      const auto angle = reference::pi * scale * reference::Wide(x);
      const auto plain = rounded_sine_cosine(in_radians[k], position(x));
      REQUIRE(plain.sine == static_cast<float>(reference::sine(scale * reference::Wide(x))));
      REQUIRE(plain.cosine == static_cast<float>(reference::cosine(scale * reference::Wide(x))));
      const double whole_quarters = x * static_cast<double>(std::size_t{1} << k) * 2;
      if (whole_quarters == static_cast<double>(static_cast<long long>(whole_quarters))) {
        REQUIRE((turned.sine == 0 || turned.cosine == 0)); // exactly, where π of wide precision is not
      } else {
        REQUIRE(turned.sine == static_cast<float>(reference::sine(angle)));
        REQUIRE(turned.cosine == static_cast<float>(reference::cosine(angle)));
      }
    }
}
