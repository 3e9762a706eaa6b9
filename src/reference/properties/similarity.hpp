/// The inner product of two rows and the square of their distance, column by column.
#pragma once

#include <vector>

#include "reference/arithmetic/wide.hpp"

namespace posenc::reference {

struct Similarity {
  Wide inner, squared_distance;
};

Similarity similarity(const std::vector<Wide>& a, const std::vector<Wide>& b);

} // namespace posenc::reference
