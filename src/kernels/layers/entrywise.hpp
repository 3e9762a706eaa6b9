/// A function of doubles on each entry of an array of floats, rounded once, with canonical NaN.
#pragma once

#include <cassert>
#include <span>

#include "kernels/arithmetic/canonical.hpp"
#include "kernels/arithmetic/lanes.hpp"

namespace posenc {

/// out[i] = f(x[i]); f takes and gives two doubles. out may be x itself.
template <class F> void map_entries(std::span<const float> x, std::span<float> out, const F& f) {
  assert(x.size() == out.size());
  for_lanes(x.size(), [&](std::size_t i, std::size_t n) {
    const simd::f32x4 values = load_lanes(&x[i], n);
    store_lanes(canonical(simd::narrow(f(simd::widen_low(values)), f(simd::widen_high(values)))), &out[i], n);
  });
}

} // namespace posenc
