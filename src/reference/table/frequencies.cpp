#include "reference/table/frequencies.hpp"

namespace posenc::reference {

std::vector<Wide> geometric_frequencies(std::size_t pairs, double base, unsigned numerator,
                                        unsigned denominator) {
  std::vector<Wide> omega(pairs);
  for (std::size_t i = 0; i < pairs; ++i)
    omega[i] = exponential(-logarithm(Wide(base)) * Wide(i) * Wide(numerator) / Wide(denominator));
  return omega;
}

} // namespace posenc::reference
