#include "reference/octaves.hpp"

namespace posenc::reference {

std::vector<Wide> octave_frequencies(std::size_t octaves, Wide first) {
  std::vector<Wide> omega;
  for (std::size_t k = 0; k < octaves; ++k) omega.push_back(first * Wide(std::size_t{1} << k));
  return omega;
}

} // namespace posenc::reference
