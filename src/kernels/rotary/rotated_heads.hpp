/// The loop over heads and pairs that every rotation of vectors has.
///
///   x'[t,h,a(i)] = x[t,h,a(i)] cos − x[t,h,b(i)] sin      a(i), b(i): O + the channels of pair i in pairing.hpp
///   x'[t,h,b(i)] = x[t,h,a(i)] sin + x[t,h,b(i)] cos      in double, rounded to float once
///
/// Shapes    as in rotate.hpp; channels before O and from O + R on are copied
/// Requires  angles_of(t)(i, n) gives the sines and cosines of pairs i … i + n − 1 of token t, n up to 4
#pragma once

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <span>

#include "kernels/arithmetic/canonical.hpp"
#include "kernels/arithmetic/lanes.hpp"
#include "kernels/arithmetic/rotation.hpp"
#include "kernels/rotary/pairing.hpp"

namespace posenc {

struct RotationShape {
  std::size_t tokens, heads, head_dim, rotary_dim; // T, NH, HS, R
  std::size_t rotary_offset = 0;                   // O, the first channel that is rotated
};

/// Sines and cosines of four pairs.
struct FourAngles {
  SineCosine<simd::f64x2> low, high;
};

/// Reads and writes n pairs from pair i on, n up to 4. x and y are the first and the second channels.
struct HalvesOfHead {
  std::size_t pairs;

  Point<simd::f32x4> load(const float* head, std::size_t i, std::size_t n) const {
    return {load_lanes(head + i, n), load_lanes(head + pairs + i, n)};
  }
  void store(float* head, std::size_t i, std::size_t n, const Point<simd::f32x4>& p) const {
    store_lanes(p.x, head + i, n);
    store_lanes(p.y, head + pairs + i, n);
  }
};

struct InterleavedInHead {
  static Point<simd::f32x4> load(const float* head, std::size_t i, std::size_t n) {
    const simd::f32x4 low = load_lanes(head + 2 * i, 2 * n);
    const simd::f32x4 high = n > 2 ? load_lanes(head + 2 * i + 4, 2 * n - 4) : simd::f32x4(0.0f);
    return {simd::even_lanes(low, high), simd::odd_lanes(low, high)};
  }
  static void store(float* head, std::size_t i, std::size_t n, const Point<simd::f32x4>& p) {
    store_lanes(xsimd::zip_lo(p.x, p.y), head + 2 * i, 2 * n);
    if (n > 2) store_lanes(xsimd::zip_hi(p.x, p.y), head + 2 * i + 4, 2 * n - 4);
  }
};

/// Four points, each by its own angle.
inline Point<simd::f32x4> rotated_four(const Point<simd::f32x4>& p, const FourAngles& by) {
  using simd::f64x2;
  const auto low = rotated<f64x2>({simd::widen_low(p.x), simd::widen_low(p.y)}, by.low);
  const auto high = rotated<f64x2>({simd::widen_high(p.x), simd::widen_high(p.y)}, by.high);
  return {canonical(simd::narrow(low.x, high.x)), canonical(simd::narrow(low.y, high.y))};
}

template <class Angles, class Pairs>
void rotate_head(const float* x, const Angles& angles, std::size_t pairs, const Pairs& place, float* out) {
  const auto rotate_four = [&](std::size_t i, std::size_t n) {
    place.store(out, i, n, rotated_four(place.load(x, i, n), angles(i, n)));
  };
  const std::size_t whole = pairs / 4 * 4; // a loop of whole vectors by itself is a fifth faster
  for (std::size_t i = 0; i < whole; i += 4) rotate_four(i, 4);
  if (whole < pairs) rotate_four(whole, pairs - whole);
}

template <class AnglesOf>
void rotate_heads(std::span<const float> x, const RotationShape& shape, Pairing pairing,
                  const AnglesOf& angles_of, std::span<float> out) {
  const auto [T, NH, HS, R, O] = shape;
  assert(R % 2 == 0 && O + R <= HS && x.size() >= T * NH * HS && out.size() >= T * NH * HS);
  for (std::size_t row = 0; row < T * NH; ++row) {
    const float* head = x.data() + row * HS;
    float* to = out.data() + row * HS;
    const auto angles = angles_of(row / NH);
    if (pairing == Pairing::halves) {
      rotate_head(head + O, angles, R / 2, HalvesOfHead{R / 2}, to + O);
    } else {
      rotate_head(head + O, angles, R / 2, InterleavedInHead{}, to + O);
    }
    if (head == to) continue;
    std::copy(head, head + O, to);
    std::copy(head + O + R, head + HS, to + O + R);
  }
}

} // namespace posenc
