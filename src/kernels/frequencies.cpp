#include "kernels/frequencies.hpp"

#include <bit>
#include <cassert>

namespace posenc {
namespace {

// Both constants to 2^-224, lowest limb first: mpmath 1.2.1, floor(x · 2^224 + 1/2) at 600 bits.
constexpr Fixed one_over_two_pi{
    {0x7f9458eb, 0x4f10e410, 0x36d8a566, 0x7d4d3770, 0x7f09d5f4, 0x9391054a, 0x28be60db, 0}};
constexpr Fixed ln_2{{0x8a0d175c, 0x7298b62d, 0x40f34326, 0x03f2f6af, 0xc9e3b398, 0xd1cf79ab, 0xb17217f7, 0}};

struct Signed {
  Fixed size;
  bool negative;
};

/// ln x = e ln 2 + 2 atanh((m − 1) / (m + 1)) for x = m 2^e, 1 <= m < 2; each term gains 3 bits or more.
Signed logarithm(double x) {
  const std::uint64_t bits = std::bit_cast<std::uint64_t>(x);
  const int e = static_cast<int>(bits >> 52) - 1023;
  const std::uint64_t rest = bits & 0xfffffffffffffu; // (m − 1) 2^52
  const Fixed z = quotient(rest, rest + (std::uint64_t{2} << 52));
  const Fixed square = z * z;
  Fixed sum = z;
  Fixed power = z * square;
  for (std::uint32_t n = 3; power != Fixed{}; n += 2, power = power * square) sum = sum + power / n;
  const Fixed mantissa = sum << 1;
  if (e >= 0) return {ln_2 * static_cast<std::uint64_t>(e) + mantissa, false};
  return {ln_2 * static_cast<std::uint64_t>(-e) - mantissa, true};
}

/// exp(±x) = 2^k exp(y), 0 <= y < ln 2. Zero below 2^-224. Requires a result below 2^32.
Fixed exponential(const Signed& x) {
  std::uint64_t k =
      static_cast<std::uint64_t>(nearest_double(x.size) / nearest_double(ln_2)); // or one beside it
  if (x.size < ln_2 * k) --k;
  if (!(x.size < ln_2 * (k + 1))) ++k;
  const Fixed rest = x.size - ln_2 * k;
  const Fixed y = x.negative && rest != Fixed{} ? ln_2 - rest : rest;
  if (x.negative && rest != Fixed{}) ++k;
  Fixed sum = whole(1);
  Fixed term = y;
  for (std::uint32_t n = 2; term != Fixed{}; ++n) {
    sum = sum + term;
    term = term * y / n;
  }
  if (k >= 256) return {};
  return x.negative ? sum >> static_cast<unsigned>(k) : sum << static_cast<unsigned>(k);
}

} // namespace

Frequency frequency(const Fixed& turns_per_position) {
  const int top = exponent(turns_per_position);
  const double hi = multiple_below(turns_per_position, top > 23 ? top - 52 : -29);
  const Fixed below = turns_per_position - fixed(hi);
  const double mid = multiple_below(below, -58);
  return {hi, mid, nearest_double(below - fixed(mid)), turns_per_position};
}

void geometric_frequencies(std::span<Frequency> out, double base, std::uint32_t numerator,
                           std::uint32_t denominator) {
  assert(base > 0 && denominator > 0);
  const Signed log_base = logarithm(base);
  const Fixed step = log_base.size * std::uint64_t{numerator} / denominator;
  const Fixed ratio = exponential({step, !log_base.negative});
  Fixed value = one_over_two_pi;
  for (Frequency& f : out) {
    f = frequency(value);
    value = value * ratio;
  }
}

double radians(const Frequency& f) {
  return nearest_double(f.value * radians_per_turn);
}

} // namespace posenc
