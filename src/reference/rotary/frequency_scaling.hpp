/// Frequencies, in radians per position, divided by one factor or each by its own, in wide precision.
///
/// Source    Chen et al. 2023, arXiv 2306.15595
#pragma once

#include <span>
#include <vector>

#include "reference/arithmetic/wide.hpp"

namespace posenc::reference {

std::vector<Wide> divided(std::span<const Wide> omega, double factor);
std::vector<Wide> divided(std::span<const Wide> omega, std::span<const double> divisors);

} // namespace posenc::reference
