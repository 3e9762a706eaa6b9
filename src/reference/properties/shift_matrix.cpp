#include "reference/properties/shift_matrix.hpp"

#include <cstddef>

namespace posenc::reference {

std::vector<Wide> shift_matrix(std::span<const Wide> omega, double offset) {
  const std::size_t width = 2 * omega.size();
  std::vector<Wide> matrix(width * width, Wide(0));
  for (std::size_t i = 0; i < omega.size(); ++i) {
    const Wide angle = Wide(offset) * omega[i];
    Wide* const first = &matrix[2 * i * width + 2 * i];
    Wide* const second = first + width;
    first[0] = cosine(angle), first[1] = sine(angle);
    second[0] = -sine(angle), second[1] = cosine(angle);
  }
  return matrix;
}

} // namespace posenc::reference
