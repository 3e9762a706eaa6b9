#include "reference/rotary/frequency_scaling.hpp"

#include <cstddef>

namespace posenc::reference {

std::vector<Wide> divided(std::span<const Wide> omega, double factor) {
  return divided(omega, std::vector<double>(omega.size(), factor));
}

std::vector<Wide> divided(std::span<const Wide> omega, std::span<const double> divisors) {
  std::vector<Wide> result(omega.begin(), omega.end());
  for (std::size_t i = 0; i < result.size(); ++i) result[i] /= Wide(divisors[i]);
  return result;
}

} // namespace posenc::reference
