/// The table straight from the formula: one wide sine for each entry, rounded once.
///
///   interleaved[t, 2i] = sin(p[t] ω[i])      interleaved[t, 2i+1]    = cos(p[t] ω[i])
///   halves[t, i]       = sin(p[t] ω[i])      halves[t, pairs + i]    = cos(p[t] ω[i])
///
/// Accuracy  the product errs by 2^-112 of itself: 2^-88 at position 2^24
/// Source    Vaswani et al. 2017, arXiv 1706.03762, section 3.5
#pragma once

#include <span>
#include <vector>

#include "reference/arithmetic/wide.hpp"

namespace posenc::reference {

std::vector<float> interleaved_table(std::span<const Wide> omega, std::span<const double> positions);
std::vector<float> halves_table(std::span<const Wide> omega, std::span<const double> positions);

} // namespace posenc::reference
