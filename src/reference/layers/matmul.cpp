#include "reference/layers/matmul.hpp"

namespace posenc::reference {

std::vector<Wide> matmul(std::span<const float> a, std::span<const float> b, std::size_t inner) {
  const std::size_t rows = a.size() / inner, columns = b.size() / inner;
  std::vector<Wide> out;
  for (std::size_t m = 0; m < rows; ++m)
    for (std::size_t n = 0; n < columns; ++n) {
      Wide sum = 0;
      for (std::size_t k = 0; k < inner; ++k) sum += Wide(a[m * inner + k]) * Wide(b[k * columns + n]);
      out.push_back(sum);
    }
  return out;
}

} // namespace posenc::reference
