#include "kernels/rotary/rotate.hpp"

#include <cassert>

namespace posenc {
namespace {

using simd::f32x4;
using simd::f64x2;

/// The row of a table: the sines of the pairs, then their cosines. `direction` is 1, or −1 for the inverse.
struct TableAngles {
  const float* sines;
  std::size_t pairs;
  f64x2 direction;

  FourAngles operator()(std::size_t i, std::size_t n) const {
    const f32x4 sine = load_lanes(sines + i, n), cosine = load_lanes(sines + pairs + i, n);
    return {{simd::widen_low(sine) * direction, simd::widen_low(cosine)},
            {simd::widen_high(sine) * direction, simd::widen_high(cosine)}};
  }
};

} // namespace

void rotate(std::span<const float> x, std::span<const float> table, const RotationShape& shape,
            Rotation rotation, std::span<float> out) {
  const std::size_t R = shape.rotary_dim;
  assert(table.size() >= shape.tokens * R);
  const f64x2 direction = rotation.is_inverse ? -1.0 : 1.0;
  const auto angles_of = [&](std::size_t t) { return TableAngles{table.data() + t * R, R / 2, direction}; };
  rotate_heads(x, shape, rotation.pairing, angles_of, out);
}

} // namespace posenc
