/// Natural logarithm and exponential in 256-bit fixed point.
///
/// Accuracy  |error| <= 2^-212 + 2^-225 for each power of two taken out, relative for a mantissa: a few hundred terms
///           are each rounded down by 2^-224 (tests/kernels/fixed_exponential_test.cpp)
/// Source    the Taylor series of atanh and of e^x, after the powers of two are taken out
#pragma once

#include "kernels/fixed.hpp"

namespace posenc {

/// ln 2 to 2^-224, lowest limb first: mpmath 1.2.1, floor(x · 2^224 + 1/2) at 600 bits.
inline constexpr Fixed ln_2{
    {0x8a0d175c, 0x7298b62d, 0x40f34326, 0x03f2f6af, 0xc9e3b398, 0xd1cf79ab, 0xb17217f7, 0}};

struct Signed {
  Fixed size;
  bool negative;
};

/// ln x. Requires a positive normal double.
Signed logarithm(double x);

/// mantissa · 2^exponent, 1 <= mantissa < 2.
struct Scaled {
  Fixed mantissa;
  int exponent;
};

/// e^x for |x| < 2^30.
Scaled scaled_exponential(const Signed& x);

/// e^x; zero below 2^-224. Requires a result below 2^32.
Fixed exponential(const Signed& x);

} // namespace posenc
