#include "reference/properties/similarity.hpp"

#include <cstddef>

namespace posenc::reference {

Similarity similarity(const std::vector<Wide>& a, const std::vector<Wide>& b) {
  Similarity result{0, 0};
  for (std::size_t c = 0; c < a.size(); ++c) {
    result.inner += a[c] * b[c];
    result.squared_distance += (a[c] - b[c]) * (a[c] - b[c]);
  }
  return result;
}

} // namespace posenc::reference
