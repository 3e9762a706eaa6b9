#include "reference/additive/normal.hpp"

#include "reference/arithmetic/philox.hpp"

namespace posenc::reference {
namespace {

constexpr std::uint32_t stream = 2; // of normal numbers

Wide square_root(Wide x) {
  Wide root = x < 1 ? Wide(1) : x;
  for (int step = 0; step < 200 && x > 0; ++step) root = (root + x / root) / 2;
  return x > 0 ? root : Wide(0);
}

Wide upper_53_bits(std::uint32_t high, std::uint32_t low) {
  return Wide(high) * Wide(1u << 21) + Wide(low >> 11);
}

} // namespace

Wide normal_number(std::size_t index, std::uint32_t seed) {
  const std::uint64_t pair = index / 2;
  const Words words =
      philox({stream, static_cast<std::uint32_t>(pair), static_cast<std::uint32_t>(pair >> 32), 0}, seed, 0);
  const Wide unit = Wide(1) / Wide(0x1p53);
  const Wide u = (upper_53_bits(words[0], words[1]) + 1) * unit, v = upper_53_bits(words[2], words[3]) * unit;
  const Wide radius = square_root(-2 * logarithm(u));
  return radius * (index % 2 == 0 ? cosine(2 * pi * v) : sine(2 * pi * v));
}

} // namespace posenc::reference
