/// The bases of NTK-aware RoPE, as logarithms, and its frequencies in radians per position, in wide precision.
///
/// Source    Peng et al. 2023, arXiv 2309.00071, sections 3.1 and 3.3
#pragma once

#include <cstddef>
#include <vector>

#include "reference/arithmetic/wide.hpp"

namespace posenc::reference {

std::vector<Wide> ntk_frequencies(std::size_t pairs, double base, Wide growth);

/// What the base grows by at a length.
Wide dynamic_growth(double factor, double original_length, double current_length);

} // namespace posenc::reference
