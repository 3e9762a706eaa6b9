#include "reference/additive/naive.hpp"

namespace posenc::reference {

Wide normalized_index(double position, double length) {
  return 2 * Wide(position) / (Wide(length) - 1) - 1;
}

float one_hot(double position, std::size_t column) {
  return Wide(position) == Wide(column) ? 1 : 0;
}

} // namespace posenc::reference
