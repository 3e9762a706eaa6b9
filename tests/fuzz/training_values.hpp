/// Numbers for the targets of training, and the same for its reference.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "fuzz/bytes.hpp"
#include "reference/training.hpp"

namespace posenc::fuzz {

/// Values up to a size, beyond which the powers of the reference leave the range of its numbers.
inline std::vector<float> values(Bytes& bytes, std::size_t count, float most) {
  std::vector<float> result = bytes.finite_floats(count);
  for (float& x : result) x = std::clamp(x, -most, most);
  return result;
}

inline std::vector<reference::Wide> widened(const std::vector<float>& x) {
  return {x.begin(), x.end()};
}

} // namespace posenc::fuzz
