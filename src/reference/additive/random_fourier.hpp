/// The phase of a random Fourier feature, in wide precision.
///
/// Source    Tancik et al. 2020, arXiv 2006.10739, section 4
#pragma once

#include <span>

#include "reference/arithmetic/wide.hpp"

namespace posenc::reference {

/// 2π Σ b x.
Wide feature_phase(std::span<const double> b, std::span<const double> x);

} // namespace posenc::reference
