#include "reference/table/sincos_table.hpp"

#include <cstddef>

namespace posenc::reference {

std::vector<float> interleaved_table(std::span<const Wide> omega, std::span<const double> positions) {
  std::vector<float> table;
  for (const double position : positions)
    for (const Wide frequency : omega) {
      table.push_back(static_cast<float>(sine(Wide(position) * frequency)));
      table.push_back(static_cast<float>(cosine(Wide(position) * frequency)));
    }
  return table;
}

std::vector<float> halves_table(std::span<const Wide> omega, std::span<const double> positions) {
  const std::size_t pairs = omega.size();
  std::vector<float> table(positions.size() * 2 * pairs);
  for (std::size_t t = 0; t < positions.size(); ++t)
    for (std::size_t i = 0; i < pairs; ++i) {
      table[t * 2 * pairs + i] = static_cast<float>(sine(Wide(positions[t]) * omega[i]));
      table[t * 2 * pairs + pairs + i] = static_cast<float>(cosine(Wide(positions[t]) * omega[i]));
    }
  return table;
}

} // namespace posenc::reference
