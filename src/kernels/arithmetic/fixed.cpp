#include "kernels/arithmetic/fixed.hpp"

#include <bit>
#include <cassert>
#include <limits>

namespace posenc {
namespace {

/// 2^e for a normal double; exact.
double power_of_two(int e) {
  return std::bit_cast<double>(static_cast<std::uint64_t>(1023 + e) << 52);
}

/// The bits of the value above 2^quantum, as an integer.
std::uint64_t bits_above(const Fixed& value, int quantum) {
  const int shift = quantum + Fixed::fraction_bits;
  const Fixed shifted =
      shift >= 0 ? value >> static_cast<unsigned>(shift) : value << static_cast<unsigned>(-shift);
  return std::uint64_t{shifted.limb[1]} << 32 | shifted.limb[0];
}

template <class Real> double nearest(const Fixed& value) {
  constexpr int digits = std::numeric_limits<Real>::digits;
  constexpr int smallest = std::numeric_limits<Real>::min_exponent - digits; // of a subnormal's last place
  const int quantum = exponent(value) - digits + 1;
  return nearest_multiple(value, quantum > smallest ? quantum : smallest);
}

} // namespace

Fixed quotient(std::uint64_t numerator, std::uint64_t denominator) {
  assert(denominator > 0 && denominator >> 63 == 0 && numerator / denominator >> 32 == 0);
  Fixed result = whole(static_cast<std::uint32_t>(numerator / denominator));
  std::uint64_t rest = numerator % denominator;
  for (std::size_t i = Fixed::limbs - 1; i-- > 0;)
    for (int bit = 31; bit >= 0; --bit) {
      rest <<= 1;
      if (rest < denominator) continue;
      rest -= denominator;
      result.limb[i] |= std::uint32_t{1} << bit;
    }
  return result;
}

Fixed fixed(double value) {
  assert(value >= 0 && value < 0x1p32);
  const std::uint64_t bits = std::bit_cast<std::uint64_t>(value);
  const int biased = static_cast<int>(bits >> 52);
  if (biased < 1023 - Fixed::fraction_bits) return {};
  const std::uint64_t mantissa = (bits & 0xfffffffffffffu) | 0x10000000000000u;
  Fixed result;
  result.limb[0] = static_cast<std::uint32_t>(mantissa);
  result.limb[1] = static_cast<std::uint32_t>(mantissa >> 32);
  const int shift = biased - 1023 - 52 + Fixed::fraction_bits; // of the mantissa's last place from ours
  return shift >= 0 ? result << static_cast<unsigned>(shift) : result >> static_cast<unsigned>(-shift);
}

int exponent(const Fixed& value) {
  for (std::size_t i = Fixed::limbs; i-- > 0;)
    if (value.limb[i] != 0)
      return static_cast<int>(32 * i) + std::bit_width(value.limb[i]) - 1 - Fixed::fraction_bits;
  return -Fixed::fraction_bits - 1;
}

double multiple_below(const Fixed& value, int quantum) {
  return static_cast<double>(bits_above(value, quantum)) * power_of_two(quantum);
}

double nearest_multiple(const Fixed& value, int quantum) {
  const int shift = quantum + Fixed::fraction_bits;
  std::uint64_t count = bits_above(value, quantum);
  if (shift > 0) {
    const Fixed rest =
        value << static_cast<unsigned>(Fixed::limbs * 32 - shift); // what is below, as a fraction of 2^256
    constexpr Fixed half{{0, 0, 0, 0, 0, 0, 0, 0x80000000u}};
    if (half < rest || (rest == half && (count & 1) != 0)) ++count;
  }
  return static_cast<double>(count) * power_of_two(quantum);
}

float nearest_float(const Fixed& value) {
  return static_cast<float>(nearest<float>(value));
}

double nearest_double(const Fixed& value) {
  return nearest<double>(value);
}

} // namespace posenc
