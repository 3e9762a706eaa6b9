/// Periods 2π / ω, and how many are longer than a length.
#pragma once

#include <cstddef>
#include <span>

#include "reference/arithmetic/wide.hpp"

namespace posenc::reference {

Wide period(Wide omega);
std::size_t unfinished_pairs(std::span<const Wide> omega, double length);

} // namespace posenc::reference
