/// How far a float is from an exact value.
#pragma once

#include <algorithm>
#include <cmath>

#include "reference/arithmetic.hpp"

namespace posenc {

/// |value − exact| in units of the last place of a float of that size; NaN if the value is NaN.
inline double ulps(float value, reference::Wide exact) {
  const double size = std::abs(static_cast<double>(exact));
  const int exponent = size == 0 ? -126 : std::max(std::ilogb(size), -126);
  const double off = static_cast<double>(reference::Wide(value) - exact);
  return std::abs(off) / std::ldexp(1.0, exponent - 23);
}

} // namespace posenc
