/// The naive encodings, one entry at a time.
#pragma once

#include <cstddef>

#include "reference/arithmetic/wide.hpp"

namespace posenc::reference {

Wide normalized_index(double position, double length);

float one_hot(double position, std::size_t column);

} // namespace posenc::reference
