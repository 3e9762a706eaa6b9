/// A table of sines, then cosines, times an amplitude, one wide product for each entry.
///
/// Source    Peng et al. 2023, arXiv 2309.00071, section 3.4
#pragma once

#include <span>
#include <vector>

#include "reference/arithmetic/wide.hpp"

namespace posenc::reference {

/// omega in radians; the result is (positions, 2 · pairs).
std::vector<float> amplified_table(std::span<const Wide> omega, std::span<const double> positions,
                                   double amplitude);

} // namespace posenc::reference
