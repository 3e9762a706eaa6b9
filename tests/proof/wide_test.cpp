// The proof's arithmetic against mpmath and against 113 bits.
#include "proof/wide.hpp"

#include <catch_amalgamated.hpp>
#include <cmath>

#include "../fixtures/table_entries.hpp"
#include "proof/table_spec.hpp"
#include "reference/arithmetic.hpp"

using namespace posenc;
using namespace posenc::proof;

namespace {

/// |a − b| < 2^-bits.
bool agree(const Wide& a, const Wide& b, unsigned bits) {
  return (a < b ? b - a : a - b) < whole(1) >> bits;
}

reference::Wide in_reference(const Signed& value) {
  reference::Wide sum = 0;
  for (std::size_t i = 0; i < Wide::limbs; ++i)
    sum = sum / reference::Wide(0x1p64) + reference::Wide(value.size.limb[i]);
  return value.is_negative ? -sum : sum;
}

} // namespace

TEST_CASE("wide: constants and functions as mpmath has them") {
  // mpmath 1.3.0, floor(x · 2^256) at 400 bits, highest limb first in the calls below
  const auto expected = [](std::uint64_t integer, std::uint64_t a, std::uint64_t b, std::uint64_t c,
                           std::uint64_t d) { return Wide{{d, c, b, a, integer}}; };
  const Wide ten_thousandth = whole(1) / 10000;
  CHECK(agree(pi(),
              expected(3, 0x243f6a8885a308d3, 0x13198a2e03707344, 0xa4093822299f31d0, 0x082efa98ec4e6c89),
              248));
  CHECK(agree(logarithm(10000),
              expected(9, 0x35d8dddaaa8ac16e, 0xa56d62b82d30a28e, 0x28fecf9da5df90e8, 0x3c61e8201f02d729),
              244));
  CHECK(agree(reciprocal(pi() * 2),
              expected(0, 0x28be60db9391054a, 0x7f09d5f47d4d3770, 0x36d8a5664f10e410, 0x7f9458eaf7aef158),
              248));
  CHECK(agree(decay(logarithm(10000)), ten_thousandth, 244));
  const Direction five_thousand = direction(reciprocal(pi() * 2) * 5000);
  CHECK(five_thousand.sine.is_negative);
  CHECK_FALSE(five_thousand.cosine.is_negative);
  CHECK(agree(five_thousand.sine.size,
              expected(0, 0xfceb5e580c84429b, 0x75b5c0a310433c77, 0x4b8ab4fc1c451cbd, 0x4a80c7b619ee8683),
              232));
  CHECK(agree(five_thousand.cosine.size,
              expected(0, 0x279859424550141c, 0x0a04a53241d5e130, 0xa9796ca9140a56be, 0x78bcaf02b9538524),
              232));
}

TEST_CASE("wide: every eighth of a turn, against 113 bits") {
  for (std::uint64_t k = 0; k < 64; ++k) {
    const Wide turns = whole(k + 3) / 29;
    const Direction got = direction(turns);
    const reference::Wide angle = 2 * reference::pi * reference::Wide((k + 3) % 29) / 29;
    CAPTURE(k);
    CHECK(std::fabs(static_cast<double>(in_reference(got.sine) - reference::sine(angle))) < 0x1p-100);
    CHECK(std::fabs(static_cast<double>(in_reference(got.cosine) - reference::cosine(angle))) < 0x1p-100);
  }
}

TEST_CASE("wide: powers of 2 and halves of them") {
  CHECK(agree(decay(logarithm(0x1p60)), whole(1) >> 60, 250));
  CHECK(agree(decay(logarithm(0x1p60) / 2), whole(1) >> 30, 240));
  CHECK(decay(whole(0)) == whole(1));
  CHECK(decay(whole(200)) == Wide{}); // below the last place
}

TEST_CASE("wide: roundings, ties and doubts") {
  const Wide one_and_half_ulp = whole(1) + (Wide{{3}} << 256 - 24); // of a float
  CHECK(nearest(one_and_half_ulp, 24) == 1 + 0x1p-22);              // to even
  CHECK(nearest(whole(1) + (Wide{{1}} << 256 - 24), 24) == 1);
  CHECK(nearest(whole(1) + (Wide{{1}} << 256 - 24) + Wide{{1}}, 24) == 1 + 0x1p-23);
  CHECK(nearest(whole(2) - Wide{{1}}, 53) == 2);
  CHECK(nearest(Wide{{5}}, 53) == std::ldexp(5.0, -256));
  CHECK(wide(0.75) == whole(3) >> 2);
  CHECK(nearest_float({one_and_half_ulp + (Wide{{1}} << 100), true}, 160) == -(1 + 0x1p-22f));
  CHECK_FALSE(nearest_float({one_and_half_ulp, false}, 160).has_value());
  CHECK_FALSE(nearest_float({Wide{{1}}, false}, 160).has_value()); // of unknown sign
}

TEST_CASE("table spec: mpmath's frequencies, which are given to 2^-224 turns") {
  for (const auto& entry : fixtures::schedule_entries) {
    if (entry.base < 1) continue;
    CAPTURE(entry.base, entry.numerator, entry.denominator, entry.index);
    const auto all =
        turns({entry.index + 1, entry.base, entry.numerator, entry.denominator, 1, 0, 0, 0, 0, 1, 0});
    Wide expected;
    for (std::size_t i = 0; i < entry.turns.size(); ++i) // 2^-224 is 2^32 of our last places
      expected.limb[(i + 1) / 2] |= std::uint64_t{entry.turns[i]} << (i % 2 == 0 ? 32 : 0);
    CHECK(agree(all.back(), expected, 223));
  }
}

TEST_CASE("table spec: where the entries stand") {
  const auto cut = channels({2, 10000, 2, 3, 1, 2, 1, 0, 1, 2, 3}); // sin, cos, sin
  REQUIRE(cut.size() == 3);
  CHECK((cut[0].pair == 0 && cut[0].is_sine && cut[1].pair == 0 && !cut[1].is_sine));
  CHECK((cut[2].pair == 1 && cut[2].is_sine));
}
