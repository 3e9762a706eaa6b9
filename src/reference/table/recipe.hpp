/// The frameworks' float32 recipes, each step in wide precision and then rounded to float.
///
/// Source    The Annotated Transformer (logarithmic); rotary and sinusoidal code of the frameworks (direct)
#pragma once

#include <cstdint>

#include "reference/arithmetic/wide.hpp"

namespace posenc::reference {

float direct_frequency(double base, std::uint32_t numerator_times_i, std::uint32_t denominator);
float logarithmic_frequency(double base, std::uint32_t numerator_times_i, std::uint32_t denominator);
float cast_frequency(double base, std::uint32_t numerator_times_i, std::uint32_t denominator);

float recipe_phase(double position, float frequency, float scale);

} // namespace posenc::reference
