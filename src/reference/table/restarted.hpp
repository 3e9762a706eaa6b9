/// ω of sections that start again: base^(−i / section) for i = 0 … section − 1, section after section.
///
/// Source    Heo et al. 2024, arXiv 2403.13298, section 3.2
#pragma once

#include <span>
#include <vector>

#include "reference/arithmetic/wide.hpp"

namespace posenc::reference {

std::vector<Wide> restarted_frequencies(double base, std::span<const unsigned> sections);

} // namespace posenc::reference
