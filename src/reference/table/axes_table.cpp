#include "reference/table/axes_table.hpp"

namespace posenc::reference {

std::vector<float> axes_table(std::span<const Wide> omega, std::span<const std::uint32_t> axis_of_pair,
                              std::span<const double> positions, std::size_t rows) {
  std::vector<float> table;
  for (std::size_t t = 0; t < rows; ++t)
    for (const auto function : {sine, cosine})
      for (std::size_t i = 0; i < omega.size(); ++i)
        table.push_back(static_cast<float>(function(Wide(positions[axis_of_pair[i] * rows + t]) * omega[i])));
  return table;
}

} // namespace posenc::reference
