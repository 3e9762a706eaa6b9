/// The last step of a result: from double to float.
#pragma once

#include <limits>

namespace posenc {

/// The float nearest to x; NaN as the one that every engine writes alike.
inline float canonical(double x) {
  return x == x ? static_cast<float>(x) : std::numeric_limits<float>::quiet_NaN();
}

} // namespace posenc
