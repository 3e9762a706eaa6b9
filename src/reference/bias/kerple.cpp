#include "reference/bias/kerple.hpp"

namespace posenc::reference {

Wide kerple_logarithmic(double r1, double r2, double distance) {
  return -Wide(r1) * logarithm(Wide(1) + Wide(r2) * Wide(distance));
}

Wide kerple_power(double r1, double r2, double distance) {
  return distance == 0 ? Wide(0) : -Wide(r1) * exponential(Wide(r2) * logarithm(Wide(distance)));
}

} // namespace posenc::reference
