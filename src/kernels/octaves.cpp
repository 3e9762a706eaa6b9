#include "kernels/octaves.hpp"

#include <cassert>

namespace posenc {

void octave_frequencies(std::span<Frequency> out, OctaveUnit unit) {
  assert(out.size() <= 31);
  const Fixed first = unit == OctaveUnit::half_turns ? whole(1) >> 1 : turns_per_radian;
  for (unsigned k = 0; k < out.size(); ++k) out[k] = frequency(first << k);
}

} // namespace posenc
