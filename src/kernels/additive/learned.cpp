#include "kernels/additive/learned.hpp"

#include <algorithm>
#include <cassert>

namespace posenc {

void learned_rows(std::span<const float> table, std::size_t rows, std::span<const double> positions,
                  std::span<float> out) {
  assert(rows > 0 && table.size() % rows == 0);
  const std::size_t width = table.size() / rows;
  assert(out.size() == positions.size() * width);
  for (std::size_t t = 0; t < positions.size(); ++t) {
    const auto row = static_cast<std::size_t>(positions[t]);
    assert(row < rows);
    std::ranges::copy(table.subspan(row * width, width), out.data() + t * width);
  }
}

} // namespace posenc
