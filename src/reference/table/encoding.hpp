/// One row of a sinusoidal table in wide precision: the sines of the first pairs, then the cosines of the first pairs.
///
/// Source    Vaswani et al. 2017, arXiv 1706.03762, section 3.5
#pragma once

#include <cstddef>
#include <vector>

#include "reference/arithmetic/wide.hpp"

namespace posenc::reference {

struct Encoding {
  std::vector<Wide> omega; // radians per position
  std::size_t sines, cosines;

  std::vector<Wide> row(Wide position) const {
    std::vector<Wide> values;
    values.reserve(sines + cosines);
    for (std::size_t i = 0; i < sines; ++i) values.push_back(sine(position * omega[i]));
    for (std::size_t i = 0; i < cosines; ++i) values.push_back(cosine(position * omega[i]));
    return values;
  }
};

} // namespace posenc::reference
