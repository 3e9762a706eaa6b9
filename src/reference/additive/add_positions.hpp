/// One entry of an embedding with its position added, in wide precision.
///
/// Source    Vaswani et al. 2017, arXiv 1706.03762, section 3.4; Srivastava et al. 2014, Dropout
#pragma once

#include <cstdint>

#include "reference/arithmetic/wide.hpp"

namespace posenc::reference {

Wide with_position(float x, float encoding, double scale);

/// Whether dropout keeps an entry: a 32-bit word of its own against the probability.
bool is_kept(std::uint64_t row, std::uint32_t column, double probability, std::uint32_t seed);

} // namespace posenc::reference
