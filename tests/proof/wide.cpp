#include "proof/wide.hpp"

#include <bit>
#include <cmath>

namespace posenc::proof {
namespace {

__extension__ typedef unsigned __int128 Product; // of two limbs

constexpr std::size_t limbs = Wide::limbs;
constexpr int limb_bits = 64;

/// The exponent e of the leading bit, 2^e <= value < 2^(e+1). Requires value > 0.
int exponent(const Wide& value) {
  std::size_t top = limbs - 1;
  while (value.limb[top] == 0) --top;
  return static_cast<int>(top) * limb_bits + limb_bits - 1 - std::countl_zero(value.limb[top]) -
         Wide::fraction_bits;
}

} // namespace

bool operator<(const Wide& a, const Wide& b) {
  for (std::size_t i = limbs; i-- > 0;)
    if (a.limb[i] != b.limb[i]) return a.limb[i] < b.limb[i];
  return false;
}

Wide operator+(const Wide& a, const Wide& b) {
  Wide sum;
  Product carry = 0;
  for (std::size_t i = 0; i < limbs; ++i) {
    carry += Product{a.limb[i]} + b.limb[i];
    sum.limb[i] = static_cast<std::uint64_t>(carry);
    carry >>= limb_bits;
  }
  return sum;
}

Wide operator-(const Wide& a, const Wide& b) {
  Wide difference;
  bool borrows = false;
  for (std::size_t i = 0; i < limbs; ++i) {
    difference.limb[i] = a.limb[i] - b.limb[i] - borrows;
    borrows = a.limb[i] < b.limb[i] || (borrows && a.limb[i] == b.limb[i]);
  }
  return difference;
}

Wide operator*(const Wide& a, const Wide& b) {
  std::array<std::uint64_t, 2 * limbs> product{};
  for (std::size_t i = 0; i < limbs; ++i) {
    Product carry = 0;
    for (std::size_t j = 0; j < limbs; ++j) {
      carry += Product{a.limb[i]} * b.limb[j] + product[i + j];
      product[i + j] = static_cast<std::uint64_t>(carry);
      carry >>= limb_bits;
    }
    product[i + limbs] = static_cast<std::uint64_t>(carry);
  }
  Wide result; // the product has 512 bits after the point: drop the 4 limbs below the last place
  for (std::size_t i = 0; i < limbs; ++i) result.limb[i] = product[i + limbs - 1];
  return result;
}

Wide operator*(const Wide& a, std::uint64_t integer) {
  Wide result;
  Product carry = 0;
  for (std::size_t i = 0; i < limbs; ++i) {
    carry += Product{a.limb[i]} * integer;
    result.limb[i] = static_cast<std::uint64_t>(carry);
    carry >>= limb_bits;
  }
  return result;
}

Wide operator/(const Wide& a, std::uint64_t divisor) {
  Wide result;
  Product rest = 0;
  for (std::size_t i = limbs; i-- > 0;) {
    rest = rest << limb_bits | a.limb[i];
    result.limb[i] = static_cast<std::uint64_t>(rest / divisor);
    rest %= divisor;
  }
  return result;
}

Wide operator<<(const Wide& a, unsigned bits) {
  Wide result;
  const std::size_t words = bits / limb_bits;
  for (std::size_t i = words; i < limbs; ++i) {
    const Product low = i > words ? a.limb[i - words - 1] : 0;
    const Product pair = Product{a.limb[i - words]} << limb_bits | low;
    result.limb[i] = static_cast<std::uint64_t>(pair << bits % limb_bits >> limb_bits);
  }
  return result;
}

Wide operator>>(const Wide& a, unsigned bits) {
  Wide result;
  const std::size_t words = bits / limb_bits;
  for (std::size_t i = 0; i + words < limbs; ++i) {
    const Product high = i + words + 1 < limbs ? a.limb[i + words + 1] : 0;
    result.limb[i] = static_cast<std::uint64_t>((high << limb_bits | a.limb[i + words]) >> bits % limb_bits);
  }
  return result;
}

Wide wide(double value) {
  int power = 0;
  const double fraction = std::frexp(value, &power); // in [1/2, 1)
  const Wide mantissa = whole(static_cast<std::uint64_t>(std::ldexp(fraction, limb_bits)));
  const int shift = limb_bits - power;
  return shift < static_cast<int>(limbs) * limb_bits ? mantissa >> static_cast<unsigned>(shift) : Wide{};
}

double nearest(const Wide& value, int bits) {
  if (value == Wide{}) return 0;
  const int unit = exponent(value) - (bits - 1); // of the last bit that is kept
  const auto dropped = static_cast<unsigned>(unit + Wide::fraction_bits);
  if (unit + Wide::fraction_bits <= 0)
    return std::ldexp(static_cast<double>(value.limb[0]), -Wide::fraction_bits);
  std::uint64_t kept = (value >> dropped).limb[0];
  const Wide rest = value - (Wide{{kept}} << dropped), half = Wide{{1}} << (dropped - 1);
  if (half < rest || (half == rest && kept % 2 == 1)) ++kept;
  return std::ldexp(static_cast<double>(kept), unit);
}

Signed operator+(const Signed& a, const Signed& b) {
  if (a.is_negative == b.is_negative) return {a.size + b.size, a.is_negative};
  return a.size < b.size ? Signed{b.size - a.size, b.is_negative} : Signed{a.size - b.size, a.is_negative};
}

Signed operator*(const Signed& a, const Signed& b) {
  return {a.size * b.size, a.is_negative != b.is_negative};
}

double nearest_double(const Signed& value) {
  const double size = nearest(value.size, 53);
  return value.is_negative ? -size : size;
}

std::optional<float> nearest_float(const Signed& value, unsigned error_bits) {
  constexpr int float_bits = 24;
  const Wide error = whole(1) >> error_bits;
  if (!(error < value.size)) return std::nullopt; // which sign it has is not known
  const double low = nearest(value.size - error, float_bits), high = nearest(value.size + error, float_bits);
  if (low != high || low < 0x1p-126) return std::nullopt;
  const auto size = static_cast<float>(low);
  return value.is_negative ? -size : size;
}

} // namespace posenc::proof
