/// R(k) of the interleaved layout, entry by entry: rotations by k·ω on the diagonal.
///
/// Source    Kazemnejad 2019, Transformer Architecture: The Positional Encoding
#pragma once

#include <span>
#include <vector>

#include "reference/arithmetic/wide.hpp"

namespace posenc::reference {

/// Row-major, 2 · omega.size() wide; multiplies columns from the left.
std::vector<Wide> shift_matrix(std::span<const Wide> omega, double offset);

} // namespace posenc::reference
