#include "reference/properties/periods.hpp"

namespace posenc::reference {

Wide period(Wide omega) {
  return 2 * pi / omega;
}

std::size_t unfinished_pairs(std::span<const Wide> omega, double length) {
  std::size_t count = 0;
  for (const Wide w : omega)
    if (period(w) > Wide(length)) ++count;
  return count;
}

} // namespace posenc::reference
