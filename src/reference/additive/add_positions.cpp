#include "reference/additive/add_positions.hpp"

#include "reference/arithmetic/philox.hpp"

namespace posenc::reference {

Wide with_position(float x, float encoding, double scale) {
  return Wide(scale) * Wide(x) + Wide(encoding);
}

bool is_kept(std::uint64_t row, std::uint32_t column, double probability, std::uint32_t seed) {
  constexpr std::uint32_t stream = 1; // of dropout
  const Words words = philox({stream, 4 * (column / 16) + column % 4, static_cast<std::uint32_t>(row),
                              static_cast<std::uint32_t>(row >> 32)},
                             seed, 0);
  return Wide(words[column / 4 % 4]) >= Wide(probability) * Wide(0x1p32);
}

} // namespace posenc::reference
