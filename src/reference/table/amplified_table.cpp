#include "reference/table/amplified_table.hpp"

namespace posenc::reference {

std::vector<float> amplified_table(std::span<const Wide> omega, std::span<const double> positions,
                                   double amplitude) {
  std::vector<float> table;
  for (const double position : positions)
    for (const auto function : {sine, cosine})
      for (const Wide frequency : omega)
        table.push_back(static_cast<float>(Wide(amplitude) * function(Wide(position) * frequency)));
  return table;
}

} // namespace posenc::reference
