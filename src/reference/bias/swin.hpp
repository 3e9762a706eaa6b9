/// Swin's biases, one pair of cells or one offset at a time.
///
/// Source    Liu et al. 2021, arXiv 2103.14030, eq. 4, and 2111.09883, section 3.3
#pragma once

#include "reference/arithmetic/perceptron.hpp"

namespace posenc::reference {

/// Row of the table for two cells of a window, both counted row by row.
std::size_t swin_index(std::size_t height, std::size_t width, std::size_t query, std::size_t key);

/// A log-spaced offset along a side of `trained` cells.
Wide swin_coordinate(double offset, double trained);

/// 16 · sigmoid(f(y, x))
Wide swin_bias(const Perceptron& f, std::size_t head, Wide y, Wide x);

} // namespace posenc::reference
