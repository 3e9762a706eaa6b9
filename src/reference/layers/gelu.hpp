/// The Gaussian error linear unit in wide precision, from the series and the continued fraction of the normal distribution.
#pragma once

#include "reference/arithmetic/wide.hpp"

namespace posenc::reference {

/// x Φ(x), for |x| ≤ 20.
Wide gelu(double x);

/// x/2 (1 + tanh(√(2/π) (x + 0.044715 x³))), for |x| ≤ 20.
Wide gelu_by_tanh(double x);

} // namespace posenc::reference
