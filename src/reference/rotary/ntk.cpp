#include "reference/rotary/ntk.hpp"

namespace posenc::reference {

std::vector<Wide> ntk_frequencies(std::size_t pairs, double base, Wide growth) {
  const Wide d = Wide(2 * pairs);
  const Wide log_base = logarithm(Wide(base)) + logarithm(growth) * d / (d - 2);
  std::vector<Wide> omega(pairs);
  for (std::size_t i = 0; i < pairs; ++i) omega[i] = exponential(-log_base * Wide(2 * i) / d);
  return omega;
}

Wide dynamic_growth(double factor, double original_length, double current_length) {
  if (current_length <= original_length) return 1;
  return Wide(factor) * Wide(current_length) / Wide(original_length) - (Wide(factor) - 1);
}

} // namespace posenc::reference
