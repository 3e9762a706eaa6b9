/// Layer normalisation of one row, straight from its formula.
#pragma once

#include <span>
#include <vector>

#include "reference/arithmetic/wide.hpp"

namespace posenc::reference {

/// (x − mean) / √(variance + eps), for a row that is not empty and eps above 0.
std::vector<Wide> layer_norm(std::span<const float> row, double eps);

} // namespace posenc::reference
