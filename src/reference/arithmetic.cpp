#include "reference/arithmetic.hpp"

namespace posenc::reference {
namespace {

Wide nearest_integer(Wide x) {
  return static_cast<Wide>(static_cast<long long>(x < 0 ? x - Wide(0.5) : x + Wide(0.5)));
}

/// x without whole turns, in [−π, π].
Wide within_half_turn(Wide x) {
  return x - nearest_integer(x / (2 * pi)) * (2 * pi);
}

bool changes(Wide sum, Wide term) {
  return sum + term != sum;
}

/// The upper half of a product, from products of 16 bits.
std::uint32_t upper(std::uint32_t a, std::uint32_t b) {
  const std::uint32_t a1 = a >> 16, a0 = a & 0xffff, b1 = b >> 16, b0 = b & 0xffff;
  const std::uint32_t middle = (a0 * b0 >> 16) + (a1 * b0 & 0xffff) + (a0 * b1 & 0xffff);
  return a1 * b1 + (a1 * b0 >> 16) + (a0 * b1 >> 16) + (middle >> 16);
}

} // namespace

Wide sine(Wide radians) {
  const Wide x = within_half_turn(radians);
  if (x > pi / 2) return sine(pi - x);
  if (x < -pi / 2) return sine(-pi - x);
  Wide sum = 0, term = x;
  for (int n = 1; changes(sum, term); n += 2) {
    sum += term;
    term *= -x * x / Wide((n + 1) * (n + 2));
  }
  return sum;
}

Wide cosine(Wide radians) {
  const Wide x = within_half_turn(radians);
  if (x > pi / 2) return -cosine(x - pi);
  if (x < -pi / 2) return -cosine(x + pi);
  Wide sum = 0, term = 1;
  for (int n = 0; changes(sum, term); n += 2) {
    sum += term;
    term *= -x * x / Wide((n + 1) * (n + 2));
  }
  return sum;
}

Wide exponential(Wide x) {
  const int twos = static_cast<int>(nearest_integer(x / ln_2));
  const Wide rest = x - Wide(twos) * ln_2;
  Wide sum = 0, term = 1;
  for (int n = 1; changes(sum, term); ++n) {
    sum += term;
    term *= rest / Wide(n);
  }
  for (int k = 0; k < twos; ++k) sum *= 2;
  for (int k = 0; k > twos; --k) sum /= 2;
  return sum;
}

Wide logarithm(Wide x) {
  int twos = 0;
  while (x > Wide(1.5)) {
    x /= 2;
    ++twos;
  }
  while (x < Wide(0.75)) {
    x *= 2;
    --twos;
  }
  const Wide z = (x - 1) / (x + 1); // ln x = 2 atanh z
  Wide sum = 0, power = z;
  for (int n = 1; changes(sum, power / Wide(n)); n += 2) {
    sum += power / Wide(n);
    power *= z * z;
  }
  return Wide(twos) * ln_2 + 2 * sum;
}

Words philox_round(const Words& in, std::uint32_t key0, std::uint32_t key1, unsigned round) {
  const std::uint32_t multiplier0 = 0xD2511F53, multiplier1 = 0xCD9E8D57;
  const std::uint32_t k0 = key0 + round * 0x9E3779B9, k1 = key1 + round * 0xBB67AE85;
  Words out;
  out[0] = upper(multiplier1, in[2]) ^ in[1] ^ k0;
  out[1] = multiplier1 * in[2];
  out[2] = upper(multiplier0, in[0]) ^ in[3] ^ k1;
  out[3] = multiplier0 * in[0];
  return out;
}

Words philox(Words counter, std::uint32_t key0, std::uint32_t key1) {
  for (unsigned round = 0; round < 10; ++round) counter = philox_round(counter, key0, key1, round);
  return counter;
}

} // namespace posenc::reference
