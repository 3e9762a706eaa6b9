/// Unsigned fixed point of 320 bits, 64 before the point and 256 after it, with the few functions that a table needs.
///
/// Its own arithmetic, on words of 64 bits: the proof shares no code with the kernels. Nothing is fast here but the
/// product and the sine, of which a proof takes some hundred thousand. No constant is given: π and ln 2 are sums.
///
/// Units     limb[0] is the lowest, limb[4] the integer part; the last place is u = 2^-256
/// Accuracy  + − and integer × are exact modulo 2^64; × and integer / round down, error < u. Functions, of exact arguments:
///           |error| < 2^-240 · max(1, |result|). Each is a sum of at most 120 terms that err by 4 u or less, so by 2^9 u
///           in all. π is 20 such sums at most, and a logarithm as many as its own size and half of that again. An
///           exponential is divided by 2 as often as the error of ln 2 enters it (tests/proof/wide_test.cpp)
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace posenc::proof {

struct Wide {
  static constexpr std::size_t limbs = 5;
  static constexpr int fraction_bits = 256;
  std::array<std::uint64_t, limbs> limb{};

  friend constexpr bool operator==(const Wide&, const Wide&) = default;
};

constexpr Wide whole(std::uint64_t integer) {
  return {{0, 0, 0, 0, integer}};
}

bool operator<(const Wide& a, const Wide& b);
Wide operator+(const Wide& a, const Wide& b);
Wide operator-(const Wide& a, const Wide& b);
Wide operator*(const Wide& a, const Wide& b);
Wide operator*(const Wide& a, std::uint64_t integer);
Wide operator/(const Wide& a, std::uint64_t divisor);
Wide operator<<(const Wide& a, unsigned bits); // by 0 to 319
Wide operator>>(const Wide& a, unsigned bits);

/// The value of a positive double below 2^64; exact from 2^-200 up.
Wide wide(double value);

/// The nearest value of `bits` significant bits, up to 53, ties to even.
double nearest(const Wide& value, int bits);

struct Signed {
  Wide size;
  bool is_negative = false;
};

Signed operator+(const Signed& a, const Signed& b);
Signed operator*(const Signed& a, const Signed& b);
double nearest_double(const Signed& value);

/// The float nearest to every number within 2^-error_bits of a value; none if there are two, or a subnormal.
std::optional<float> nearest_float(const Signed& value, unsigned error_bits);

/// Machin's formula, π = 16 atan 1/5 − 4 atan 1/239.
const Wide& pi();

/// 1 / x. Requires 1 <= x < 2^32.
Wide reciprocal(const Wide& x);

/// ln x. Requires x >= 1.
Wide logarithm(double x);

/// e^−x.
Wide decay(const Wide& x);

/// Sine and cosine of an angle.
struct Direction {
  Signed sine, cosine;
};

/// Of a phase in turns, of which the integer part does not count.
Direction direction(const Wide& turns);

/// The direction of the sum of two angles.
Direction operator*(const Direction& a, const Direction& b);

} // namespace posenc::proof
