#include "kernels/rotary/rotate.hpp"

#include <algorithm>
#include <cassert>

#include "kernels/arithmetic/canonical.hpp"
#include "kernels/arithmetic/simd.hpp"

namespace posenc {
namespace {

using simd::f32x4;
using simd::f64x2;

/// The first and the second channels of pairs.
template <class Real> struct Pairs {
  Real a, b;
};

template <class Real> Pairs<Real> turned(const Pairs<Real>& x, Real sine, Real cosine) {
  return {x.a * cosine - x.b * sine, x.a * sine + x.b * cosine};
}

struct Halves {
  std::size_t pairs;

  Pairs<f32x4> load(const float* head, std::size_t i) const {
    return {f32x4::load_unaligned(head + i), f32x4::load_unaligned(head + pairs + i)};
  }
  void store(float* head, std::size_t i, const Pairs<f32x4>& x) const {
    x.a.store_unaligned(head + i);
    x.b.store_unaligned(head + pairs + i);
  }
};

struct Adjacent {
  static Pairs<f32x4> load(const float* head, std::size_t i) {
    const auto low = f32x4::load_unaligned(head + 2 * i), high = f32x4::load_unaligned(head + 2 * i + 4);
    return {simd::even_lanes(low, high), simd::odd_lanes(low, high)};
  }
  static void store(float* head, std::size_t i, const Pairs<f32x4>& x) {
    xsimd::zip_lo(x.a, x.b).store_unaligned(head + 2 * i);
    xsimd::zip_hi(x.a, x.b).store_unaligned(head + 2 * i + 4);
  }
};

/// The angles of one token.
struct Angles {
  const float *sine, *cosine;
  double direction; // 1, or −1 for the inverse
};

/// Four pairs from pair i on.
Pairs<f32x4> turned(const Pairs<f32x4>& x, const Angles& angles, std::size_t i) {
  const auto sine = f32x4::load_unaligned(angles.sine + i), cosine = f32x4::load_unaligned(angles.cosine + i);
  const f64x2 direction(angles.direction);
  const auto low = turned<f64x2>({simd::widen_low(x.a), simd::widen_low(x.b)},
                                 simd::widen_low(sine) * direction, simd::widen_low(cosine));
  const auto high = turned<f64x2>({simd::widen_high(x.a), simd::widen_high(x.b)},
                                  simd::widen_high(sine) * direction, simd::widen_high(cosine));
  return {canonical(simd::narrow(low.a, high.a)), canonical(simd::narrow(low.b, high.b))};
}

void turn_pair(const float* x, PairChannels at, const Angles& angles, std::size_t i, float* out) {
  const auto value = turned<double>({double{x[at.first]}, double{x[at.second]}},
                                    double{angles.sine[i]} * angles.direction, double{angles.cosine[i]});
  out[at.first] = canonical(value.a);
  out[at.second] = canonical(value.b);
}

template <class Place>
void turn_head(const float* x, const Angles& angles, const Place& place, Pairing pairing, std::size_t pairs,
               float* out) {
  const std::size_t bulk = pairs / 4 * 4;
  for (std::size_t i = 0; i < bulk; i += 4) place.store(out, i, turned(place.load(x, i), angles, i));
  for (std::size_t i = bulk; i < pairs; ++i) turn_pair(x, channels(pairing, i, pairs), angles, i, out);
}

} // namespace

void rotate(std::span<const float> x, std::span<const float> table, const RotationShape& shape,
            Rotation rotation, std::span<float> out) {
  const auto [T, NH, HS, R] = shape;
  assert(R % 2 == 0 && R <= HS && table.size() >= T * R);
  assert(x.size() >= T * NH * HS && out.size() >= T * NH * HS);
  for (std::size_t row = 0; row < T * NH; ++row) {
    const float* head = x.data() + row * HS;
    float* to = out.data() + row * HS;
    const float* sine = table.data() + row / NH * R;
    const Angles angles{sine, sine + R / 2, rotation.is_inverse ? -1.0 : 1.0};
    if (rotation.pairing == Pairing::halves) {
      turn_head(head, angles, Halves{R / 2}, rotation.pairing, R / 2, to);
    } else {
      turn_head(head, angles, Adjacent{}, rotation.pairing, R / 2, to);
    }
    if (head != to) std::copy(head + R, head + HS, to + R);
  }
}

} // namespace posenc
