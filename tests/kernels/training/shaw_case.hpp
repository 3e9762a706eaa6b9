/// The shape of the tests of Shaw's vectors.
#pragma once

#include <cstddef>

namespace posenc {

struct ShawCase {
  std::size_t length = 6, heads = 2, width = 3, sequences = 2, clip = 2;
};

inline constexpr ShawCase shaw;

} // namespace posenc
