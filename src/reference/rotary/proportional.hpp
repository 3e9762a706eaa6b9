/// The frequencies of proportional RoPE, in radians per position, in wide precision.
///
/// Source    Barbero et al. 2024, arXiv 2410.06205
#pragma once

#include <cstddef>
#include <vector>

#include "reference/arithmetic/wide.hpp"

namespace posenc::reference {

std::vector<Wide> proportional_frequencies(std::size_t pairs, double base, double share, double factor);

} // namespace posenc::reference
