/// YaRN's frequencies, in radians per position, and its attention factor, in wide precision.
///
/// Source    Peng et al. 2023, arXiv 2309.00071, sections 3.2 and 3.4
#pragma once

#include <cstddef>
#include <vector>

#include "reference/arithmetic/wide.hpp"

namespace posenc::reference {

struct YarnSettings {
  double factor, original_length, beta_fast, beta_slow;
  bool truncate;
};

std::vector<Wide> yarn_frequencies(std::size_t pairs, double base, const YarnSettings& settings);

Wide yarn_attention_factor(double factor, double mscale, double mscale_all_dim);

} // namespace posenc::reference
