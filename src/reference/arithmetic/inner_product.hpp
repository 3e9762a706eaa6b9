/// Σ_c a[c] b[c] of two vectors in wide precision.
#pragma once

#include <cstddef>

#include "reference/arithmetic/wide.hpp"

namespace posenc::reference {

inline Wide inner_product(const float* a, const float* b, std::size_t width) {
  Wide sum = 0;
  for (std::size_t c = 0; c < width; ++c) sum += Wide(a[c]) * Wide(b[c]);
  return sum;
}

} // namespace posenc::reference
