#include "reference/rotary/xpos.hpp"

namespace posenc::reference {

Wide xpos_zeta(std::size_t pair, std::size_t pairs, double gamma) {
  return (Wide(2 * pair) / Wide(2 * pairs) + Wide(gamma)) / (1 + Wide(gamma));
}

Wide xpos_scale(Wide zeta, double position, double scale_base) {
  return exponential(Wide(position) / Wide(scale_base) * logarithm(zeta));
}

} // namespace posenc::reference
