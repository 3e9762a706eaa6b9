#include "kernels/training/scale_queries.hpp"

#include <cassert>

#include "kernels/arithmetic/lanes.hpp"

namespace posenc {

void scale_queries(std::span<float> rows, std::span<const float> factors, const RotatedRows& shape) {
  const std::size_t width = shape.heads * shape.head_dim, count = rows.size() / (3 * width);
  assert(rows.size() == count * 3 * width && factors.size() >= shape.length);
  for (std::size_t r = 0; r < count; ++r) {
    float* const queries = &rows[r * 3 * width];
    for_lanes(width, [&](std::size_t c, std::size_t n) {
      store_lanes(load_lanes(queries + c, n) * factors[r % shape.length], queries + c, n);
    });
  }
}

} // namespace posenc
