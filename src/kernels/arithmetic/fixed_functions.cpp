#include "kernels/arithmetic/fixed_functions.hpp"

#include <bit>
#include <cassert>
#include <cmath>

namespace posenc {
namespace {

// Bits that a double gives to start from, with some to spare; each step of Newton's doubles them.
constexpr int first_bits = 50;

/// x / 2^e.
Fixed scaled(const Fixed& x, int e) {
  return e >= 0 ? x >> static_cast<unsigned>(e) : x << static_cast<unsigned>(-e);
}

/// ln(1 + x) for x < 2^-50: few terms of the series reach 2^-224.
Fixed logarithm_1p(const Fixed& x) {
  Fixed sum, power = x;
  for (std::uint32_t n = 1; power != Fixed{}; ++n, power = power * x)
    sum = n % 2 == 1 ? sum + power / n : sum - power / n;
  return sum;
}

/// e ln 2 + x.
Signed plus_octaves(const Fixed& x, int e) {
  return Signed{log_of_two * static_cast<std::uint64_t>(e < 0 ? -e : e), e < 0} + Signed{x, false};
}

} // namespace

Fixed quotient(const Fixed& a, const Fixed& b) {
  assert(b != Fixed{});
  const int e = exponent(b);
  const Fixed divisor = scaled(b, e); // in [1, 2)
  Fixed inverse = fixed(1 / nearest_double(divisor));
  for (int bits = first_bits; bits < Fixed::fraction_bits; bits *= 2)
    inverse = inverse * (whole(2) - divisor * inverse);
  return e >= 0 ? scaled(a * inverse, e) : scaled(a, e) * inverse;
}

Fixed square_root(const Fixed& x) {
  assert(!(x < whole(1)));
  Fixed root = fixed(std::sqrt(nearest_double(x)));
  for (int bits = first_bits; bits < Fixed::fraction_bits; bits *= 2) root = (root + quotient(x, root)) >> 1;
  return root;
}

/// ln x = e ln 2 + 2 atanh((m − 1) / (m + 1)) for x = m 2^e, 1 <= m < 2; each term gains 3 bits or more.
Signed logarithm(double x) {
  const std::uint64_t bits = std::bit_cast<std::uint64_t>(x);
  const int e = static_cast<int>(bits >> 52) - 1023;
  assert(e > -1023 && e < 1024);
  const std::uint64_t rest = bits & 0xfffffffffffffu; // (m − 1) 2^52
  const Fixed z = quotient(rest, rest + (std::uint64_t{2} << 52));
  const Fixed square = z * z;
  Fixed sum = z;
  Fixed power = z * square;
  for (std::uint32_t n = 3; power != Fixed{}; n += 2, power = power * square) sum = sum + power / n;
  return plus_octaves(sum << 1, e);
}

/// ln x = e ln 2 + ln m + ln(1 + (y − m) / m) for x = y 2^e, 1 <= y < 2, and m the double at or below y.
Signed logarithm(const Fixed& x, int power) {
  assert(x != Fixed{});
  const int e = exponent(x);
  const Fixed y = scaled(x, e);
  const double m = multiple_below(y, -52);
  const Fixed rest = quotient(y - fixed(m), fixed(m));
  return plus_octaves(logarithm(m).size + logarithm_1p(rest), e + power);
}

/// e^±x = 2^k e^y, 0 <= y < ln 2.
Scaled scaled_exponential(const Signed& x) {
  std::uint64_t k =
      static_cast<std::uint64_t>(nearest_double(x.size) / nearest_double(log_of_two)); // or one beside it
  if (x.size < log_of_two * k) --k;
  if (!(x.size < log_of_two * (k + 1))) ++k;
  const Fixed rest = x.size - log_of_two * k;
  const bool is_reflected = x.negative && rest != Fixed{};
  const Fixed y = is_reflected ? log_of_two - rest : rest;
  if (is_reflected) ++k;
  Fixed sum = whole(1);
  Fixed term = y;
  for (std::uint32_t n = 2; term != Fixed{}; ++n) {
    sum = sum + term;
    term = term * y / n;
  }
  return {sum, x.negative ? -static_cast<int>(k) : static_cast<int>(k)};
}

Fixed exponential(const Signed& x) {
  const auto [mantissa, power] = scaled_exponential(x);
  assert(power < 32);
  if (power <= -256) return {};
  return power < 0 ? mantissa >> static_cast<unsigned>(-power) : mantissa << static_cast<unsigned>(power);
}

} // namespace posenc
