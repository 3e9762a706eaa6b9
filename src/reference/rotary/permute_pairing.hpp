/// Where each channel of a head in halves comes from in adjacent pairs.
///
/// Source    the definitions of both pairings: pair i is (i, i + R/2), and (2i, 2i + 1)
#pragma once

#include <cstddef>
#include <vector>

namespace posenc::reference {

std::vector<std::size_t> halves_from_adjacent(std::size_t channels, std::size_t rotary_dim);

} // namespace posenc::reference
