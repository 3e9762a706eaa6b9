/// Sandwich: a sum of cosines, one by one in wide precision.
///
/// Source    Chi et al. 2022, arXiv 2212.10356
#pragma once

#include <cstddef>

#include "reference/arithmetic/wide.hpp"

namespace posenc::reference {

/// Pairs first_pair … first_pair + width/2 − 1 of a sinusoidal encoding of a width.
struct Sandwich {
  std::size_t width;
  double base;
  std::size_t first_pair;
};

Wide sandwich(const Sandwich& settings, double relative);

} // namespace posenc::reference
