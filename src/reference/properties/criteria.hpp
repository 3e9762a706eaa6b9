/// Distances between the rows of a table, by looking at every pair of rows.
#pragma once

#include <cstddef>
#include <vector>

#include "reference/arithmetic/wide.hpp"

namespace posenc::reference {

/// Squares of the smallest and of the largest distance between rows t and t + offset.
struct OffsetDistances {
  Wide smallest, largest;
};

OffsetDistances offset_distances(const std::vector<std::vector<Wide>>& rows, std::size_t offset);

} // namespace posenc::reference
