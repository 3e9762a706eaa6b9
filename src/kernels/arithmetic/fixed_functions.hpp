/// Elementary functions in 256-bit fixed point, for schedules of frequencies and their factors.
///
/// Accuracy  |error| <= 2^-210 · max(1, |result|), the arguments taken as exact; a quotient by a power of two is exact
///           if it has no bits below 2^-224 (tests/kernels/arithmetic/fixed_functions_test.cpp)
/// Source    the Taylor series of atanh and of e^x, after the powers of two are taken out; Newton's iterations for
///           quotients and roots
#pragma once

#include "kernels/arithmetic/fixed.hpp"

namespace posenc {

/// 1 / 2π and ln 2 to 2^-224, lowest limb first: mpmath 1.2.1, floor(x · 2^224 + 1/2) at 600 bits.
inline constexpr Fixed turns_per_radian{
    {0x7f9458eb, 0x4f10e410, 0x36d8a566, 0x7d4d3770, 0x7f09d5f4, 0x9391054a, 0x28be60db, 0}};
inline constexpr Fixed log_of_two{
    {0x8a0d175c, 0x7298b62d, 0x40f34326, 0x03f2f6af, 0xc9e3b398, 0xd1cf79ab, 0xb17217f7, 0}};

struct Signed {
  Fixed size;
  bool negative;
};

constexpr Signed operator+(const Signed& a, const Signed& b) {
  if (a.negative == b.negative) return {a.size + b.size, a.negative};
  return a.size < b.size ? Signed{b.size - a.size, b.negative} : Signed{a.size - b.size, a.negative};
}

constexpr Signed operator-(const Signed& a, const Signed& b) {
  return a + Signed{b.size, !b.negative};
}

/// a / b. Requires b > 0 and a quotient below 2^31.
Fixed quotient(const Fixed& a, const Fixed& b);

/// √x. Requires x >= 1.
Fixed square_root(const Fixed& x);

/// ln x. Requires a positive normal double.
Signed logarithm(double x);

/// ln (x · 2^power). Requires x > 0; a small x has few bits, whose error is not counted.
Signed logarithm(const Fixed& x, int power = 0);

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
