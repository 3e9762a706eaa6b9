/// Unsigned fixed point of 256 bits: 32 before the point and 224 after it.
///
/// Wide enough that a frequency times any position below 2^53 keeps 160 correct bits of phase, and small enough to be
/// fast: a product is 64 multiplications of 32-bit numbers, which WebAssembly has (it has no 128-bit integers).
///
/// Units     limb[0] is the lowest, limb[7] the integer part; the last place is 2^-224
/// Accuracy  + − and integer × are exact modulo 2^32; × / >> and quotient round down, error < 2^-224
/// Source    schoolbook arithmetic, Knuth, The Art of Computer Programming 2, section 4.3.1
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace posenc {

struct Fixed {
  static constexpr int limbs = 8;
  static constexpr int fraction_bits = 224;
  std::array<std::uint32_t, limbs> limb{};

  friend constexpr bool operator==(const Fixed&, const Fixed&) = default;
};

constexpr Fixed whole(std::uint32_t integer) {
  Fixed result;
  result.limb[7] = integer;
  return result;
}

constexpr bool operator<(const Fixed& a, const Fixed& b) {
  for (std::size_t i = Fixed::limbs; i-- > 0;)
    if (a.limb[i] != b.limb[i]) return a.limb[i] < b.limb[i];
  return false;
}

constexpr Fixed operator+(const Fixed& a, const Fixed& b) {
  Fixed sum;
  std::uint64_t carry = 0;
  for (std::size_t i = 0; i < Fixed::limbs; ++i) {
    carry += std::uint64_t{a.limb[i]} + b.limb[i];
    sum.limb[i] = static_cast<std::uint32_t>(carry);
    carry >>= 32;
  }
  return sum;
}

constexpr Fixed operator-(const Fixed& a, const Fixed& b) {
  Fixed difference;
  std::uint64_t borrow = 0;
  for (std::size_t i = 0; i < Fixed::limbs; ++i) {
    const std::uint64_t step = std::uint64_t{a.limb[i]} - b.limb[i] - borrow;
    difference.limb[i] = static_cast<std::uint32_t>(step);
    borrow = step >> 63;
  }
  return difference;
}

constexpr Fixed operator*(const Fixed& a, const Fixed& b) {
  std::array<std::uint32_t, 2 * Fixed::limbs> product{};
  for (std::size_t i = 0; i < Fixed::limbs; ++i) {
    std::uint64_t carry = 0;
    for (std::size_t j = 0; j < Fixed::limbs; ++j) {
      carry += std::uint64_t{a.limb[i]} * b.limb[j] + product[i + j];
      product[i + j] = static_cast<std::uint32_t>(carry);
      carry >>= 32;
    }
    product[i + Fixed::limbs] = static_cast<std::uint32_t>(carry);
  }
  Fixed result; // the product has 448 bits after the point: drop the 7 limbs below the last place
  for (std::size_t i = 0; i < Fixed::limbs; ++i) result.limb[i] = product[i + 7];
  return result;
}

constexpr Fixed operator*(const Fixed& a, std::uint64_t integer) {
  const std::uint64_t factor[2] = {integer & 0xffffffffu, integer >> 32};
  Fixed result;
  for (std::size_t shift = 0; shift < 2; ++shift) {
    std::uint64_t carry = 0;
    for (std::size_t i = 0; i + shift < Fixed::limbs; ++i) {
      carry += factor[shift] * a.limb[i] + result.limb[i + shift];
      result.limb[i + shift] = static_cast<std::uint32_t>(carry);
      carry >>= 32;
    }
  }
  return result;
}

constexpr Fixed operator/(const Fixed& a, std::uint32_t divisor) {
  Fixed result;
  std::uint64_t rest = 0;
  for (std::size_t i = Fixed::limbs; i-- > 0;) {
    rest = rest << 32 | a.limb[i];
    result.limb[i] = static_cast<std::uint32_t>(rest / divisor);
    rest %= divisor;
  }
  return result;
}

/// Shifts by any number of bits from 0 to 255.
constexpr Fixed operator<<(const Fixed& a, unsigned bits) {
  const std::size_t words = bits / 32;
  Fixed result;
  for (std::size_t i = Fixed::limbs; i-- > words;) {
    std::uint64_t pair = std::uint64_t{a.limb[i - words]} << 32;
    if (i > words) pair |= a.limb[i - words - 1];
    result.limb[i] = static_cast<std::uint32_t>(pair << bits % 32 >> 32);
  }
  return result;
}

constexpr Fixed operator>>(const Fixed& a, unsigned bits) {
  const std::size_t words = bits / 32;
  Fixed result;
  for (std::size_t i = 0; i + words < Fixed::limbs; ++i) {
    std::uint64_t pair = a.limb[i + words];
    if (i + words + 1 < Fixed::limbs) pair |= std::uint64_t{a.limb[i + words + 1]} << 32;
    result.limb[i] = static_cast<std::uint32_t>(pair >> bits % 32);
  }
  return result;
}

/// 2π: mpmath 1.2.1, floor(2π · 2^224 + 1/2) at 600 bits.
inline constexpr Fixed radians_per_turn{
    {0x105df532, 0x533e63a0, 0x48127044, 0x06e0e689, 0x2633145c, 0x0b4611a6, 0x487ed511, 6}};

/// numerator / denominator. Requires denominator < 2^63 and a quotient below 2^32.
Fixed quotient(std::uint64_t numerator, std::uint64_t denominator);

/// The value of a double in [0, 2^32), rounded down to the last place; exact from 2^-172 up.
Fixed fixed(double value);

/// The exponent e of the leading bit, 2^e <= value < 2^(e+1); −225 for zero.
int exponent(const Fixed& value);

/// The multiple of 2^quantum nearest to the value, ties to even. Requires value < 2^(quantum + 53).
double nearest_multiple(const Fixed& value, int quantum);

/// The multiple of 2^quantum at or just below the value. Requires value < 2^(quantum + 53).
double multiple_below(const Fixed& value, int quantum);

float nearest_float(const Fixed& value);
double nearest_double(const Fixed& value);

} // namespace posenc
