/// Cases that the targets of biases and of relative scores share.
#pragma once

#include <cmath>

#include "fuzz/bytes.hpp"
#include "kernels/bias/score_block.hpp"

namespace posenc::fuzz {

inline ScoreBlock block_of(Bytes& bytes) {
  return {bytes.count(1, 6), bytes.count(1, 7), static_cast<double>(bytes.count(0, 9))};
}

/// Values in [−4, 4], so that an absolute bound of a sum is easy to state.
inline std::vector<float> tame(std::vector<float> values) {
  for (float& x : values) x = std::fmin(std::fmax(x, -4.0f), 4.0f);
  return values;
}

} // namespace posenc::fuzz
