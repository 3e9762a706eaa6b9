#include "reference/properties/criteria.hpp"

#include "reference/properties/similarity.hpp"

namespace posenc::reference {

OffsetDistances offset_distances(const std::vector<std::vector<Wide>>& rows, std::size_t offset) {
  const Wide first = similarity(rows[0], rows[offset]).squared_distance;
  OffsetDistances result{first, first};
  for (std::size_t t = 1; t + offset < rows.size(); ++t) {
    const Wide squared = similarity(rows[t], rows[t + offset]).squared_distance;
    if (squared < result.smallest) result.smallest = squared;
    if (squared > result.largest) result.largest = squared;
  }
  return result;
}

} // namespace posenc::reference
