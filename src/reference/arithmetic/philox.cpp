#include "reference/arithmetic/philox.hpp"

namespace posenc::reference {
namespace {

/// The upper half of a product, from products of 16 bits.
std::uint32_t upper(std::uint32_t a, std::uint32_t b) {
  const std::uint32_t a1 = a >> 16, a0 = a & 0xffff, b1 = b >> 16, b0 = b & 0xffff;
  const std::uint32_t middle = (a0 * b0 >> 16) + (a1 * b0 & 0xffff) + (a0 * b1 & 0xffff);
  return a1 * b1 + (a1 * b0 >> 16) + (a0 * b1 >> 16) + (middle >> 16);
}

} // namespace

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
