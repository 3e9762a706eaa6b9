#include "reference/frequency_scaling.hpp"

#include <cstddef>

namespace posenc::reference {

std::vector<Wide> divided(std::span<const Wide> omega, double factor) {
  std::vector<Wide> result;
  for (const Wide frequency : omega) result.push_back(frequency / Wide(factor));
  return result;
}

std::vector<Wide> divided(std::span<const Wide> omega, std::span<const double> divisors) {
  std::vector<Wide> result;
  for (std::size_t i = 0; i < omega.size(); ++i) result.push_back(omega[i] / Wide(divisors[i]));
  return result;
}

} // namespace posenc::reference
