/// The sizes of factors: their product is what the error of a product is measured in.
#pragma once

#include <cmath>
#include <vector>

namespace posenc {

inline std::vector<float> absolute(std::vector<float> values) {
  for (float& x : values) x = std::abs(x);
  return values;
}

} // namespace posenc
