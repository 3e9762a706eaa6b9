/// Llama 3's scaled frequencies, in radians per position, in wide precision.
///
/// Source    arXiv 2407.21783, by wavelengths as in Meta's code
#pragma once

#include <cstddef>
#include <vector>

#include "reference/arithmetic/wide.hpp"

namespace posenc::reference {

struct Llama3Settings {
  double factor, original_length, low_frequency_factor, high_frequency_factor;
};

std::vector<Wide> llama3_frequencies(std::size_t pairs, double base, const Llama3Settings& settings);

} // namespace posenc::reference
