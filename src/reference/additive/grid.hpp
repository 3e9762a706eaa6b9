/// One entry of a grid at a time, in wide precision.
///
/// Source    Carion et al. 2020, arXiv 2005.12872, section A.4 and its code
#pragma once

#include <cstddef>

#include "reference/arithmetic/wide.hpp"

namespace posenc::reference {

/// Column of the share of one axis: `width` channels, interleaved or all sines first.
Wide share_value(Wide coordinate, std::size_t column, std::size_t width, double base, bool is_interleaved);

/// count / (last + 1e-6) · 2π.
Wide normalized(double count, double last);

} // namespace posenc::reference
