#include "kernels/fixed_exponential.hpp"

#include <bit>
#include <cassert>

namespace posenc {

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
  const Fixed mantissa = sum << 1;
  if (e >= 0) return {ln_2 * static_cast<std::uint64_t>(e) + mantissa, false};
  return {ln_2 * static_cast<std::uint64_t>(-e) - mantissa, true};
}

/// e^±x = 2^k e^y, 0 <= y < ln 2.
Scaled scaled_exponential(const Signed& x) {
  std::uint64_t k =
      static_cast<std::uint64_t>(nearest_double(x.size) / nearest_double(ln_2)); // or one beside it
  if (x.size < ln_2 * k) --k;
  if (!(x.size < ln_2 * (k + 1))) ++k;
  const Fixed rest = x.size - ln_2 * k;
  const bool is_reflected = x.negative && rest != Fixed{};
  const Fixed y = is_reflected ? ln_2 - rest : rest;
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
