#include "reference/additive/random_fourier.hpp"

#include <cstddef>

namespace posenc::reference {

Wide feature_phase(std::span<const double> b, std::span<const double> x) {
  Wide sum = 0;
  for (std::size_t d = 0; d < b.size(); ++d) sum += Wide(b[d]) * Wide(x[d]);
  return 2 * pi * sum;
}

} // namespace posenc::reference
