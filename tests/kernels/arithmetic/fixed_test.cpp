// The laws of 256-bit fixed point, and its conversions.
#include "kernels/arithmetic/fixed.hpp"

#include <catch_amalgamated.hpp>
#include <random>

using namespace posenc;

namespace {

/// Random limbs, the value below 2^integer_bits.
Fixed random_fixed(std::mt19937& random, unsigned integer_bits) {
  Fixed value;
  for (auto& limb : value.limb) limb = static_cast<std::uint32_t>(random());
  value.limb[7] = integer_bits == 0 ? 0 : value.limb[7] >> (32 - integer_bits);
  return value;
}

constexpr Fixed last_place{{1}};

} // namespace

TEST_CASE("fixed: sums, differences and integer products are exact modulo 2^32") {
  std::mt19937 random(1);
  for (int round = 0; round < 2000; ++round) {
    const Fixed a = random_fixed(random, 32), b = random_fixed(random, 32), c = random_fixed(random, 32);
    const std::uint64_t m = random(), n = std::uint64_t{random()} << 21;
    REQUIRE(a + b == b + a);
    REQUIRE((a + b) - b == a);
    REQUIRE((a + b) + c == a + (b + c));
    REQUIRE((a + b) * m == a * m + b * m);
    REQUIRE(a * m + a * n == a * (m + n));
    REQUIRE(a * std::uint64_t{8} == (a << 3));
  }
}

TEST_CASE("fixed: products commute, and distribute to the last place") {
  std::mt19937 random(2);
  for (int round = 0; round < 2000; ++round) {
    const Fixed a = random_fixed(random, 16), b = random_fixed(random, 15), c = random_fixed(random, 15);
    REQUIRE(a * b == b * a);
    REQUIRE(a * whole(1) == a);
    REQUIRE(a * whole(7) == a * std::uint64_t{7});
    const Fixed parts = a * b + a * c;
    const Fixed sum = a * (b + c);
    REQUIRE((sum == parts || sum == parts + last_place)); // both round down
  }
}

TEST_CASE("fixed: quotients undo products") {
  std::mt19937 random(3);
  for (int round = 0; round < 2000; ++round) {
    const Fixed a = random_fixed(random, 8);
    const auto n = static_cast<std::uint32_t>(random() >> 9 | 1);
    REQUIRE(a * std::uint64_t{n} / n == a);
    const std::uint64_t numerator = std::uint64_t{random()} << 20 | random();
    const std::uint64_t denominator = (std::uint64_t{random()} << 20 | random()) + (std::uint64_t{1} << 40);
    const Fixed q = quotient(numerator, denominator);
    const Fixed back = q * denominator; // q is short of the true quotient by less than one last place
    const Fixed whole_numerator = Fixed{{0, 0, 0, 0, 0, 0, 0, static_cast<std::uint32_t>(numerator)}};
    REQUIRE(whole_numerator - back <
            Fixed{{static_cast<std::uint32_t>(denominator), static_cast<std::uint32_t>(denominator >> 32)}});
  }
  REQUIRE(quotient(1, 3) * std::uint64_t{3} + last_place == whole(1));
  REQUIRE(quotient(1, 2) * std::uint64_t{2} == whole(1));
}

TEST_CASE("fixed: shifts by every count") {
  std::mt19937 random(4);
  const Fixed a = random_fixed(random, 32);
  for (unsigned bits = 0; bits < 256; ++bits) {
    CAPTURE(bits);
    REQUIRE(a - ((a >> bits) << bits) < (last_place << bits)); // only the low bits are lost
    REQUIRE((((a << bits) >> bits) << bits) == (a << bits));
    if (bits > 0) {
      REQUIRE((a >> bits) == ((a >> (bits - 1)) >> 1));
      REQUIRE((a << bits) == (a << (bits - 1)) + (a << (bits - 1)));
    }
  }
}

TEST_CASE("fixed: order agrees with subtraction") {
  std::mt19937 random(5);
  for (int round = 0; round < 2000; ++round) {
    const Fixed a = random_fixed(random, 31), b = random_fixed(random, 31);
    REQUIRE((a < b) == ((a - b).limb[7] >> 31 != 0));
    REQUIRE(!(a < a));
    REQUIRE(a < a + last_place);
  }
}

TEST_CASE("fixed: doubles go in and out unchanged") {
  std::mt19937_64 random(6);
  std::uniform_real_distribution<double> mantissa(0.5, 1);
  for (int e = -171; e <= 32; ++e)
    for (int round = 0; round < 20; ++round) {
      const double x = std::ldexp(mantissa(random), e);
      REQUIRE(nearest_double(fixed(x)) == x);
      REQUIRE(exponent(fixed(x)) == e - 1);
      REQUIRE(nearest_float(fixed(x)) == static_cast<float>(x));
    }
  REQUIRE(fixed(0) == Fixed{});
  REQUIRE(nearest_double(Fixed{}) == 0);
  REQUIRE(exponent(Fixed{}) == -225);
  REQUIRE(fixed(0x1p-224) == last_place);
  REQUIRE(fixed(0x1.8p-225) == Fixed{});
}

TEST_CASE("fixed: conversion rounds to nearest, ties to even") {
  const Fixed tie = fixed(1 + 0x1p-24); // halfway between 1 and the next float
  REQUIRE(nearest_float(tie) == 1.0f);
  REQUIRE(nearest_float(tie + last_place) == 1 + 0x1p-23f);
  REQUIRE(nearest_float(tie - last_place) == 1.0f);
  REQUIRE(nearest_float(fixed(1 + 3 * 0x1p-24)) == 1 + 0x1p-22f);
  REQUIRE(nearest_float(whole(2) - last_place) == 2.0f);
  REQUIRE(nearest_float(fixed(0x1p-150)) == 0.0f); // half the smallest subnormal
  REQUIRE(nearest_float(fixed(0x1p-150) + last_place) == 0x1p-149f);
  REQUIRE(nearest_float(fixed(0x1.8p-149)) == 0x1p-148f);
  REQUIRE(nearest_double(fixed(1) + (last_place << (224 - 53))) == 1.0);
  REQUIRE(nearest_double(fixed(1) + (last_place << (224 - 53)) + last_place) == 1 + 0x1p-52);
  REQUIRE(nearest_multiple(fixed(0.75), -1) == 1.0);
  REQUIRE(nearest_multiple(fixed(0.25), -1) == 0.0);
  REQUIRE(multiple_below(fixed(0.99), -1) == 0.5);
}
