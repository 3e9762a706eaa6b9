#include "reference/rotary/permute_pairing.hpp"

namespace posenc::reference {

std::vector<std::size_t> halves_from_adjacent(std::size_t channels, std::size_t rotary_dim) {
  std::vector<std::size_t> from;
  for (std::size_t c = 0; c < rotary_dim; c += 2) from.push_back(c);
  for (std::size_t c = 1; c < rotary_dim; c += 2) from.push_back(c);
  for (std::size_t c = rotary_dim; c < channels; ++c) from.push_back(c);
  return from;
}

} // namespace posenc::reference
