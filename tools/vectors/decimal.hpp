/// A wide number to 20 significant digits, as JavaScript and C read it: "-0.0017", "1.5e-7".
///
/// Accuracy  the digits are those of the wide number: its products by powers of ten err by less than 10^-30 of it
#pragma once

#include <string>

#include "reference/arithmetic/wide.hpp"

namespace posenc::vectors {

std::string decimal(reference::Wide value);

} // namespace posenc::vectors
