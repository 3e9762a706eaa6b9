#include "kernels/training/rotate_rows.hpp"

#include <cassert>

#include "kernels/arithmetic/lanes.hpp"
#include "kernels/arithmetic/rotation.hpp"

namespace posenc {

namespace {

void rotate_head(float* x, const float* sines, std::size_t pairs, float sign) {
  for_lanes(pairs, [&](std::size_t c, std::size_t n) {
    const auto point =
        rotated<simd::f32x4>({load_lanes(x + c, n), load_lanes(x + pairs + c, n)},
                             {load_lanes(sines + c, n) * sign, load_lanes(sines + pairs + c, n)});
    store_lanes(point.x, x + c, n);
    store_lanes(point.y, x + pairs + c, n);
  });
}

void rotate(std::span<float> rows, std::span<const float> table, const RotatedRows& shape, float sign) {
  const std::size_t width = shape.heads * shape.head_dim, count = rows.size() / (3 * width);
  assert(rows.size() == count * 3 * width && table.size() >= shape.length * shape.head_dim);
  for (std::size_t r = 0; r < count; ++r)
    for (std::size_t h = 0; h < 2 * shape.heads; ++h) // the keys follow the queries
      rotate_head(&rows[r * 3 * width + h * shape.head_dim], &table[r % shape.length * shape.head_dim],
                  shape.head_dim / 2, sign);
}

} // namespace

void rotate_rows(std::span<float> rows, std::span<const float> table, const RotatedRows& shape) {
  rotate(rows, table, shape, 1.0f);
}

void rotate_rows_backward(std::span<float> rows, std::span<const float> table, const RotatedRows& shape) {
  rotate(rows, table, shape, -1.0f);
}

} // namespace posenc
