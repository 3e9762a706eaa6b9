// Logarithms and exponentials in fixed point, against mpmath and against each other.
#include "kernels/fixed_exponential.hpp"

#include <catch_amalgamated.hpp>

using namespace posenc;

namespace {

bool near(const Fixed& a, const Fixed& b) {
  const Fixed distance = a < b ? b - a : a - b;
  return distance < (whole(1) >> 210);
}

// mpmath 1.2.1 at 600 bits: floor(x · 2^224 + 1/2).
constexpr Fixed ln_10000{
    {0x3c61e820, 0xa5df90e8, 0x28fecf9d, 0x2d30a28e, 0xa56d62b8, 0xaa8ac16e, 0x35d8ddda, 0x9}};
constexpr Fixed e_to_minus_half{
    {0xce4ae958, 0xd0e80abb, 0xe347bf8a, 0x30cdd767, 0xd675a355, 0x7cb04ff3, 0x9b4597e3, 0x0}};
constexpr Fixed e_to_ten{
    {0x86ec735a, 0xb7cc68f7, 0xcd4a5cc3, 0x322ea985, 0x3015b44d, 0x7e7c1faa, 0x773e5415, 0x560a}};

} // namespace

TEST_CASE("fixed exponential: mpmath's logarithm and exponentials") {
  REQUIRE(near(logarithm(10000).size, ln_10000));
  REQUIRE_FALSE(logarithm(10000).negative);
  REQUIRE(near(exponential({whole(1) >> 1, true}), e_to_minus_half));
  REQUIRE(near(exponential({whole(10), false}) >> 14, e_to_ten >> 14)); // e^10 is below 2^15
}

TEST_CASE("fixed exponential: the exponential of a logarithm") {
  for (const double x :
       {1.0, 1.5, 2.0, 3.0, 10000.0, 0x1p31, 0.75, 0.5, 1e-9, 0x1.fffffffffffffp-1, 12345.678}) {
    CAPTURE(x);
    const Scaled again = scaled_exponential(logarithm(x));
    const int e = exponent(fixed(x));
    REQUIRE((again.exponent == e || again.exponent == e - 1)); // a power of two may come out just below
    const Fixed value = again.exponent < 0 ? again.mantissa >> static_cast<unsigned>(-again.exponent)
                                           : again.mantissa << static_cast<unsigned>(again.exponent);
    REQUIRE(near(value >> 31, fixed(x) >> 31));
  }
}

TEST_CASE("fixed exponential: powers far beyond the range of a fixed-point number") {
  REQUIRE(scaled_exponential({ln_2 * 5000, false}).exponent == 5000);
  REQUIRE(scaled_exponential({ln_2 * 5000, true}).exponent == -5000);
  REQUIRE(exponential({whole(1000), true}) == Fixed{});
  REQUIRE(exponential({Fixed{}, false}) == whole(1));
  REQUIRE(exponential({Fixed{}, true}) == whole(1));
}
