/// One Fourier feature at a time, in wide precision.
///
/// Source    Mildenhall et al. 2020, arXiv 2003.08934, eq. 4
#pragma once

#include "reference/arithmetic/wide.hpp"

namespace posenc::reference {

/// 2^octave · x, times π if asked.
Wide octave_phase(double x, unsigned octave, bool with_pi);

} // namespace posenc::reference
