/// LongRoPE's attention factor, in wide precision; its frequencies are reference::divided().
///
/// Source    Ding et al. 2024, arXiv 2402.13753
#pragma once

#include "reference/arithmetic/wide.hpp"

namespace posenc::reference {

/// The square, 1 + ln s / ln L, as roots are not this file's.
Wide squared_longrope_attention_factor(double factor, double original_length);

} // namespace posenc::reference
