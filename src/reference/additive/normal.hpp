/// Box and Muller's transform, in wide precision.
///
/// Source    Box and Muller 1958, A note on the generation of random normal deviates
#pragma once

#include <cstddef>
#include <cstdint>

#include "reference/arithmetic/wide.hpp"

namespace posenc::reference {

/// Number `index` of a seed: pairs of a cosine and a sine, from 53 bits for the radius and 53 for the direction.
Wide normal_number(std::size_t index, std::uint32_t seed);

} // namespace posenc::reference
