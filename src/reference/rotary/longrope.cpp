#include "reference/rotary/longrope.hpp"

namespace posenc::reference {

Wide squared_longrope_attention_factor(double factor, double original_length) {
  return factor <= 1 ? Wide(1) : 1 + logarithm(Wide(factor)) / logarithm(Wide(original_length));
}

} // namespace posenc::reference
