/// One head turned by an angle for each pair (RoPE), in wide precision.
///
///   (x, y) of pair i -> amplitude · (x cos a − y sin a, x sin a + y cos a)
///
/// Source    Su et al. 2021, arXiv 2104.09864, eq. 34
#pragma once

#include <span>
#include <vector>

#include "reference/arithmetic/wide.hpp"

namespace posenc::reference {

/// Channels beyond the pairs stay as they are.
std::vector<Wide> rotated(std::span<const float> head, std::span<const Wide> angles, bool adjacent,
                          Wide amplitude = 1);

} // namespace posenc::reference
