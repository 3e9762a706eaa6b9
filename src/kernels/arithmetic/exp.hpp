/// e^x for four floats at once.
///
///   e^x = 2^n e^r      n = round(x log2 e)      r = x − n ln 2      e^r = 1 + r + r² q(r)
///
/// Accuracy  ≤ 1 ULP for every float, subnormal results included (tests/kernels/arithmetic/exp_test.cpp, tests/bench/attention_accuracy.bench.cpp).
///           0 below −103.98, +Inf above 88.73, NaN stays NaN
/// Source    q: minimax of (e^r − 1 − r) / r² for the relative error of e^r on |r| ≤ ln 2 / 2, degree 4, by Remez'
///           exchange in 120-bit arithmetic, each coefficient then rounded to float: 0.05 · 2^-24. Reduction in two
///           parts: Cody & Waite, Software Manual for the Elementary Functions, 1980, ch. 6
#pragma once

#include "kernels/arithmetic/simd.hpp"

namespace posenc {

/// e^r − 1 − r for |r| ≤ ln 2 / 2, in Estrin's order, which is the shorter chain.
inline simd::f32x4 exp_remainder(simd::f32x4 r) {
  const simd::f32x4 square = r * r;
  const simd::f32x4 low = 0x1.fffffcp-2f + r * 0x1.555490p-3f;
  const simd::f32x4 high = (0x1.5558f4p-5f + r * 0x1.123a68p-7f) + square * 0x1.6a2358p-10f;
  return square * (low + square * high);
}

/// e^r for |r| ≤ ln 2 / 2.
inline simd::f32x4 exp_reduced(simd::f32x4 r) {
  return 1.0f + (r + exp_remainder(r)); // the small terms first: their rounding errors stay small
}

/// x · 2^n for −250 ≤ n ≤ 254 and 1/2 ≤ x < 2, rounded once. Two factors, as 2^n itself may be no normal float.
inline simd::f32x4 times_power_of_two(simd::f32x4 x, simd::i32x4 n) {
  const simd::i32x4 half = n >> 1;
  const auto power = [](simd::i32x4 e) { return xsimd::bitwise_cast<float>((e + 127) << 23); };
  return x * power(half) * power(n - half);
}

/// e^(x + tail); tail, what x lost when it was rounded, is at most half an ULP of x.
inline simd::f32x4 exp(simd::f32x4 x, simd::f32x4 tail = 0.0f) {
  constexpr float ln2_inverse = 0x1.715476p+0f;
  constexpr float ln2_high = 0x1.62e4p-1f, ln2_low = 0x1.7f7d1cp-20f; // 15 bits: n · ln2_high is exact
  constexpr float shift = 0x1.8p23f;                                  // adding it rounds to an integer
  x = simd::smaller(simd::larger(x, -105.0f), 89.0f);                 // NaN stays
  const simd::f32x4 shifted = x * ln2_inverse + shift;
  const simd::f32x4 n = shifted - shift;
  const simd::f32x4 high = x - n * ln2_high; // exact
  const simd::f32x4 low = n * ln2_low - tail;
  const simd::f32x4 r = high - low;
  const simd::f32x4 rest = (high - r) - low;
  const simd::i32x4 exponent = xsimd::bitwise_cast<std::int32_t>(shifted) - 0x4b400000; // the bits of shift
  return times_power_of_two(1.0f + (r + (rest + exp_remainder(r))), exponent);
}

} // namespace posenc
