#include "reference/properties/nearest_repeat.hpp"

#include "reference/properties/similarity.hpp"

namespace posenc::reference {

NearestRepeat nearest_repeat(const Encoding& encoding, double first, double last) {
  const auto distance = [&](double offset) {
    return similarity(encoding.row(0), encoding.row(Wide(offset))).squared_distance;
  };
  NearestRepeat best{first, distance(first)};
  for (double offset = first + 1; offset <= last; ++offset)
    if (const Wide squared = distance(offset); squared < best.squared_distance) best = {offset, squared};
  return best;
}

} // namespace posenc::reference
