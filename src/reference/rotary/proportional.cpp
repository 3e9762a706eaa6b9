#include "reference/rotary/proportional.hpp"

#include "reference/table/frequencies.hpp"

namespace posenc::reference {

std::vector<Wide> proportional_frequencies(std::size_t pairs, double base, double share, double factor) {
  std::vector<Wide> omega = geometric_frequencies(pairs, base, 2, static_cast<unsigned>(2 * pairs));
  for (std::size_t i = 0; i < pairs; ++i)
    omega[i] = Wide(i + 1) <= Wide(share) * Wide(pairs) ? omega[i] / Wide(factor) : Wide(0);
  return omega;
}

} // namespace posenc::reference
