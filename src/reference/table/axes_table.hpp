/// A table of sines, then cosines, whose pairs follow different axes, one wide sine for each entry.
///
/// Source    Wang et al. 2024, arXiv 2409.12191, section 2.1
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "reference/arithmetic/wide.hpp"

namespace posenc::reference {

/// positions (axes, rows), in radians with omega; the result is (rows, 2 · pairs).
std::vector<float> axes_table(std::span<const Wide> omega, std::span<const std::uint32_t> axis_of_pair,
                              std::span<const double> positions, std::size_t rows);

} // namespace posenc::reference
