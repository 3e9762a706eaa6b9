#include "reference/additive/grid.hpp"

namespace posenc::reference {

Wide share_value(Wide coordinate, std::size_t column, std::size_t width, double base, bool is_interleaved) {
  const std::size_t pairs = width / 2;
  const std::size_t pair = is_interleaved ? column / 2 : column % pairs;
  const bool is_sine = is_interleaved ? column % 2 == 0 : column < pairs;
  const Wide angle = coordinate * exponential(-logarithm(Wide(base)) * Wide(2 * pair) / Wide(width));
  return is_sine ? sine(angle) : cosine(angle);
}

Wide normalized(double count, double last) {
  return Wide(count) / (Wide(last) + Wide(1e-6)) * 2 * pi;
}

} // namespace posenc::reference
