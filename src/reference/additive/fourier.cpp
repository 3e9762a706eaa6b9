#include "reference/additive/fourier.hpp"

namespace posenc::reference {

Wide octave_phase(double x, unsigned octave, bool with_pi) {
  Wide phase = with_pi ? pi * Wide(x) : Wide(x);
  for (unsigned k = 0; k < octave; ++k) phase *= 2;
  return phase;
}

} // namespace posenc::reference
