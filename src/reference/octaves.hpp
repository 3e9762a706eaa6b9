/// Frequencies that double from pair to pair, in radians per unit, in wide precision.
///
/// Source    Mildenhall et al. 2020, arXiv 2003.08934, eq. 4
#pragma once

#include <cstddef>
#include <vector>

#include "reference/wide.hpp"

namespace posenc::reference {

/// first · 2^k; first is π in the paper and 1 in its code.
std::vector<Wide> octave_frequencies(std::size_t octaves, Wide first);

} // namespace posenc::reference
