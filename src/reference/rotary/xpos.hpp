/// The scale of one of xPos's pairs, in wide precision.
///
/// Source    Sun et al. 2022, arXiv 2212.10554, algorithm 1
#pragma once

#include <cstddef>

#include "reference/arithmetic/wide.hpp"

namespace posenc::reference {

Wide xpos_zeta(std::size_t pair, std::size_t pairs, double gamma);

/// ζ^(position / scale_base), a query's; a key has its inverse.
Wide xpos_scale(Wide zeta, double position, double scale_base);

} // namespace posenc::reference
