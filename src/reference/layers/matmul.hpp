/// The product of two matrices, entry by entry.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "reference/arithmetic/wide.hpp"

namespace posenc::reference {

/// a (M, K) times b (K, N): (M, N). K must divide the lengths and be above 0.
std::vector<Wide> matmul(std::span<const float> a, std::span<const float> b, std::size_t inner);

} // namespace posenc::reference
