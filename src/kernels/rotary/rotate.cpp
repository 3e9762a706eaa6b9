#include "kernels/rotary/rotate.hpp"

#include <algorithm>
#include <cassert>

#include "kernels/arithmetic/canonical.hpp"
#include "kernels/arithmetic/lanes.hpp"
#include "kernels/arithmetic/rotation.hpp"

namespace posenc {
namespace {

using simd::f32x4;
using simd::f64x2;

/// Reads and writes n pairs from pair i on, n up to 4. x and y are the first and the second channels.
struct Halves {
  std::size_t pairs;

  Point<f32x4> load(const float* head, std::size_t i, std::size_t n) const {
    return {load_lanes(head + i, n), load_lanes(head + pairs + i, n)};
  }
  void store(float* head, std::size_t i, std::size_t n, const Point<f32x4>& p) const {
    store_lanes(p.x, head + i, n);
    store_lanes(p.y, head + pairs + i, n);
  }
};

struct Adjacent {
  static Point<f32x4> load(const float* head, std::size_t i, std::size_t n) {
    const f32x4 low = load_lanes(head + 2 * i, 2 * n);
    const f32x4 high = n > 2 ? load_lanes(head + 2 * i + 4, 2 * n - 4) : f32x4(0.0f);
    return {simd::even_lanes(low, high), simd::odd_lanes(low, high)};
  }
  static void store(float* head, std::size_t i, std::size_t n, const Point<f32x4>& p) {
    store_lanes(xsimd::zip_lo(p.x, p.y), head + 2 * i, 2 * n);
    if (n > 2) store_lanes(xsimd::zip_hi(p.x, p.y), head + 2 * i + 4, 2 * n - 4);
  }
};

/// Four points, each by its own angle; `direction` is 1, or −1 for the inverse.
Point<f32x4> rotated_four(const Point<f32x4>& p, f32x4 sine, f32x4 cosine, f64x2 direction) {
  const auto low = rotated<f64x2>({simd::widen_low(p.x), simd::widen_low(p.y)},
                                  {simd::widen_low(sine) * direction, simd::widen_low(cosine)});
  const auto high = rotated<f64x2>({simd::widen_high(p.x), simd::widen_high(p.y)},
                                   {simd::widen_high(sine) * direction, simd::widen_high(cosine)});
  return {canonical(simd::narrow(low.x, high.x)), canonical(simd::narrow(low.y, high.y))};
}

/// `angles` has the sines of the pairs, then their cosines.
template <class Pairs>
void rotate_head(const float* x, const float* angles, std::size_t pairs, f64x2 direction, const Pairs& place,
                 float* out) {
  const auto rotate_four = [&](std::size_t i, std::size_t n) {
    const f32x4 sine = load_lanes(angles + i, n), cosine = load_lanes(angles + pairs + i, n);
    place.store(out, i, n, rotated_four(place.load(x, i, n), sine, cosine, direction));
  };
  const std::size_t whole = pairs / 4 * 4; // a loop of whole vectors by itself is a fifth faster
  for (std::size_t i = 0; i < whole; i += 4) rotate_four(i, 4);
  if (whole < pairs) rotate_four(whole, pairs - whole);
}

} // namespace

void rotate(std::span<const float> x, std::span<const float> table, const RotationShape& shape,
            Rotation rotation, std::span<float> out) {
  const auto [T, NH, HS, R] = shape;
  assert(R % 2 == 0 && R <= HS && table.size() >= T * R);
  assert(x.size() >= T * NH * HS && out.size() >= T * NH * HS);
  const double direction = rotation.is_inverse ? -1 : 1;
  for (std::size_t row = 0; row < T * NH; ++row) {
    const float* head = x.data() + row * HS;
    float* to = out.data() + row * HS;
    const float* angles = table.data() + row / NH * R;
    if (rotation.pairing == Pairing::halves) {
      rotate_head(head, angles, R / 2, direction, Halves{R / 2}, to);
    } else {
      rotate_head(head, angles, R / 2, direction, Adjacent{}, to);
    }
    if (head != to) std::copy(head + R, head + HS, to + R);
  }
}

} // namespace posenc
