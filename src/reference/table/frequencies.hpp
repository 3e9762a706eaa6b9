/// ω[i] = base^(−i · numerator / denominator) radians per position, in wide precision.
///
/// Source    Vaswani et al. 2017, arXiv 1706.03762, section 3.5
#pragma once

#include <cstddef>
#include <vector>

#include "reference/arithmetic/wide.hpp"

namespace posenc::reference {

std::vector<Wide> geometric_frequencies(std::size_t pairs, double base, unsigned numerator,
                                        unsigned denominator);

} // namespace posenc::reference
