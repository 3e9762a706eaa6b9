/// What normalisations do to a row once its mean and deviation are known.
///
///   out[c] = (x[c] − mean) · factor · gain[c] + bias[c]
///
/// Shapes    x, out (C) f32, out may be x itself; gain, bias (C), or empty for 1 and for 0
/// Accuracy  four roundings in double, then one to float
#pragma once

#include <span>

#include "kernels/arithmetic/canonical.hpp"
#include "kernels/arithmetic/lanes.hpp"

namespace posenc {

struct RowScale {
  double mean, factor;
  std::span<const float> gain, bias;
};

namespace scaled_row {

inline FourTerms widened(const float* x, std::size_t n) {
  const simd::f32x4 values = load_lanes(x, n);
  return {simd::widen_low(values), simd::widen_high(values)};
}

/// Which of gain and bias there are is settled outside of the loop.
template <bool has_gain, bool has_bias> void scale(std::span<const float> x, const RowScale& by, float* out) {
  for_whole_lanes(x.size(), [&](std::size_t c, std::size_t n) {
    FourTerms y = widened(&x[c], n);
    y = {(y.low - by.mean) * by.factor, (y.high - by.mean) * by.factor};
    if constexpr (has_gain) {
      const FourTerms gain = widened(&by.gain[c], n);
      y = {y.low * gain.low, y.high * gain.high};
    }
    if constexpr (has_bias) {
      const FourTerms bias = widened(&by.bias[c], n);
      y = {y.low + bias.low, y.high + bias.high};
    }
    store_lanes(canonical(simd::narrow(y.low, y.high)), out + c, n);
  });
}

} // namespace scaled_row

inline void scale_row(std::span<const float> x, const RowScale& by, float* out) {
  using scaled_row::scale;
  if (by.gain.empty())
    by.bias.empty() ? scale<false, false>(x, by, out) : scale<false, true>(x, by, out);
  else
    by.bias.empty() ? scale<true, false>(x, by, out) : scale<true, true>(x, by, out);
}

} // namespace posenc
