#include "reference/table/restarted.hpp"

namespace posenc::reference {

std::vector<Wide> restarted_frequencies(double base, std::span<const unsigned> sections) {
  std::vector<Wide> omega;
  for (const unsigned section : sections)
    for (unsigned i = 0; i < section; ++i)
      omega.push_back(exponential(-logarithm(Wide(base)) * Wide(i) / Wide(section)));
  return omega;
}

} // namespace posenc::reference
