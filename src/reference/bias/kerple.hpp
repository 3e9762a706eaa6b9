/// KERPLE's two kernels of the distance, in wide precision.
///
/// Source    Chi et al. 2022, arXiv 2205.09921, eq. 5
#pragma once

#include "reference/arithmetic/wide.hpp"

namespace posenc::reference {

Wide kerple_logarithmic(double r1, double r2, double distance);

Wide kerple_power(double r1, double r2, double distance);

} // namespace posenc::reference
