#include "reference/properties/table_mean.hpp"

namespace posenc::reference {

Wide table_mean(const Encoding& encoding, double start, std::size_t rows) {
  Wide sum = 0;
  for (std::size_t t = 0; t < rows; ++t)
    for (const Wide value : encoding.row(Wide(start) + Wide(t))) sum += value;
  return sum / Wide(rows * (encoding.sines + encoding.cosines));
}

} // namespace posenc::reference
