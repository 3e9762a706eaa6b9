// Quotients, roots, logarithms and exponentials in fixed point, against mpmath and against each other.
#include "kernels/arithmetic/fixed_functions.hpp"

#include <catch_amalgamated.hpp>
#include <random>

using namespace posenc;

namespace {

bool near(const Fixed& a, const Fixed& b) {
  const Fixed distance = a < b ? b - a : a - b;
  return distance < (whole(1) >> 210);
}

// mpmath 1.2.1 at 600 bits: floor(x · 2^224 + 1/2).
constexpr Fixed ln_10000{
    {0x3c61e820, 0xa5df90e8, 0x28fecf9d, 0x2d30a28e, 0xa56d62b8, 0xaa8ac16e, 0x35d8ddda, 0x9}};
constexpr Fixed ln_two_pi{
    {0xbd8d4626, 0x268b169b, 0x9f611f1a, 0x88324047, 0x29792002, 0x4beb4a69, 0xd67f1c86, 0x1}};
constexpr Fixed ln_third_of_2_40{
    {0x5473b764, 0x2ffbe92d, 0x67ee3b28, 0x98bb0eac, 0xe77a826b, 0xf83a5960, 0xa095170d, 0x1a}};
constexpr Fixed e_to_minus_half{
    {0xce4ae958, 0xd0e80abb, 0xe347bf8a, 0x30cdd767, 0xd675a355, 0x7cb04ff3, 0x9b4597e3, 0x0}};
constexpr Fixed e_to_ten{
    {0x86ec735a, 0xb7cc68f7, 0xcd4a5cc3, 0x322ea985, 0x3015b44d, 0x7e7c1faa, 0x773e5415, 0x560a}};
constexpr Fixed root_of_two{
    {0xda2f590b, 0x12775099, 0x3adec175, 0xea957d3e, 0xb2fb1366, 0xf3bcc908, 0x6a09e667, 0x1}};
constexpr Fixed root_of_12345_678{
    {0x1e3a9788, 0xe4cd1714, 0x0df16075, 0xb65af5ee, 0x0779a16d, 0x7b5ec5de, 0x1c717aae, 0x6f}};
constexpr Fixed ten_over_tenth{
    // 10 over the double nearest to 0.1
    {0x00006400, 0x00000000, 0xffffffe7, 0x063fffff, 0x00000000, 0xfffe7000, 0xffffffff, 0x63}};

Fixed times_power_of_two(const Scaled& x) {
  return x.exponent < 0 ? x.mantissa >> static_cast<unsigned>(-x.exponent)
                        : x.mantissa << static_cast<unsigned>(x.exponent);
}

} // namespace

TEST_CASE("fixed functions: mpmath's logarithms and exponentials") {
  REQUIRE(near(logarithm(10000).size, ln_10000));
  REQUIRE_FALSE(logarithm(10000).negative);
  REQUIRE(near(logarithm(radians_per_turn).size, ln_two_pi));
  REQUIRE(near(logarithm(quotient(whole(1), whole(3)), 40).size, ln_third_of_2_40));
  REQUIRE(near(exponential({whole(1) >> 1, true}), e_to_minus_half));
  REQUIRE(near(exponential({whole(10), false}) >> 14, e_to_ten >> 14)); // e^10 is below 2^15
}

TEST_CASE("fixed functions: both logarithms agree, in size and in sign") {
  for (const double x : {1.0, 1.5, 2.0, 0.75, 0.5, 0x1p-40, 0x1.fffffffffffffp-1, 12345.678, 0x1p31}) {
    CAPTURE(x);
    const Signed a = logarithm(x), b = logarithm(fixed(x));
    REQUIRE(near(a.size, b.size));
    if (x != 1) REQUIRE((a.negative == b.negative && a.negative == (x < 1)));
    if (x < 1) continue;
    REQUIRE(near(logarithm(fixed(x), -100).size, log_of_two * std::uint64_t{100} - a.size));
    REQUIRE(logarithm(fixed(x), -100).negative);
  }
}

TEST_CASE("fixed functions: the exponential of a logarithm") {
  for (const double x :
       {1.0, 1.5, 2.0, 3.0, 10000.0, 0x1p31, 0.75, 0.5, 1e-9, 0x1.fffffffffffffp-1, 12345.678}) {
    CAPTURE(x);
    const Scaled again = scaled_exponential(logarithm(x));
    const int e = exponent(fixed(x));
    REQUIRE((again.exponent == e || again.exponent == e - 1)); // a power of two may come out just below
    REQUIRE(near(times_power_of_two(again) >> 31, fixed(x) >> 31));
  }
}

TEST_CASE("fixed functions: powers far beyond the range of a fixed-point number") {
  REQUIRE(scaled_exponential({log_of_two * 5000, false}).exponent == 5000);
  REQUIRE(scaled_exponential({log_of_two * 5000, true}).exponent == -5000);
  REQUIRE(exponential({whole(1000), true}) == Fixed{});
  REQUIRE(exponential({Fixed{}, false}) == whole(1));
  REQUIRE(exponential({Fixed{}, true}) == whole(1));
}

TEST_CASE("fixed functions: quotients and roots, mpmath's and exact ones") {
  REQUIRE(near(quotient(whole(10), fixed(0.1)), ten_over_tenth));
  REQUIRE(near(square_root(whole(2)), root_of_two));
  REQUIRE(near(square_root(fixed(12345.678)), root_of_12345_678));
  REQUIRE(square_root(whole(1)) == whole(1));
  REQUIRE(near(square_root(whole(0x40000000)), whole(0x8000)));
  REQUIRE(quotient(Fixed{}, whole(7)) == Fixed{});
  for (const unsigned e : {0u, 1u, 7u, 30u}) {
    REQUIRE(quotient(turns_per_radian << e, whole(1u << e)) == turns_per_radian);
    REQUIRE(quotient(ln_10000 >> e, whole(1) >> e) == ln_10000 >> e << e);
  }
}

TEST_CASE("fixed functions: quotients undo products, whatever their sizes") {
  std::mt19937 random(1);
  for (int round = 0; round < 2000; ++round) {
    const double b =
        (1 + random() * 0x1p-32) * static_cast<double>(1u << random() % 31) * (round % 2 == 0 ? 1 : 0x1p-30);
    const double a = random() * 0x1p-32;
    CAPTURE(a, b);
    REQUIRE(near(quotient(fixed(a) * fixed(b), fixed(b)), fixed(a)));
  }
}

TEST_CASE("fixed functions: signed sums and differences") {
  const Signed three{whole(3), false}, minus_five{whole(5), true};
  REQUIRE(((three + minus_five).size == whole(2) && (three + minus_five).negative));
  REQUIRE(((three - minus_five).size == whole(8) && !(three - minus_five).negative));
  REQUIRE(((minus_five - three).size == whole(8) && (minus_five - three).negative));
  REQUIRE((minus_five - minus_five).size == Fixed{});
}
