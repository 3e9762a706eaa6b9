/// ALiBi straight from the paper's recursion over head counts.
///
/// Source    Press et al. 2021, arXiv 2108.12409, section 3 and appendix
#pragma once

#include <cstddef>

#include "reference/arithmetic/wide.hpp"

namespace posenc::reference {

Wide alibi_slope(std::size_t head, std::size_t heads);

Wide alibi(std::size_t head, std::size_t heads, double relative);

} // namespace posenc::reference
