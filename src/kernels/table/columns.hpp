/// The columns of a table of sines and cosines: the sines of its first pairs, and the cosines of its first pairs.
///
/// Both numbers are equal for the usual encodings; sines alone have no cosines, and an odd width that is cut off
/// has one cosine less.
#pragma once

#include <cstddef>

namespace posenc {

struct Columns {
  std::size_t sines, cosines;

  constexpr std::size_t width() const { return sines + cosines; }
  constexpr std::size_t pairs() const { return sines > cosines ? sines : cosines; }
};

} // namespace posenc
