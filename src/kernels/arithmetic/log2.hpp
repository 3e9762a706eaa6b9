/// log2(1 + x) in double, two at once.
///
///   1 + x = m 2^k, √½ <= m < √2      log2(1 + x) = k + 2/ln 2 · atanh(s)      s = (m − 1) / (m + 1)
///
/// What 1 + x loses when it is rounded is kept and added to m, so small x are as good as large ones.
///
/// Requires  0 <= x <= 2^1000
/// Accuracy  <= 2^-49 relative (tests/kernels/arithmetic/log2_test.cpp); exact if 1 + x is a power of two. Proof: |s| <= 0.1716, so
///           leaving out the terms from s^21 on costs 2^-56; m − 1 is exact, and each of about ten operations after
///           it rounds by 2^-53 of a sum without cancellation: for k = 1, log2 m >= −1/2
/// Source    the Taylor series of atanh
#pragma once

#include "kernels/arithmetic/exp2.hpp"
#include "kernels/arithmetic/rounding.hpp"
#include "kernels/arithmetic/simd.hpp"

namespace posenc {

/// atanh(s) / s for |s| <= 0.1716, from z = s².
inline simd::f64x2 atanh_quotient(simd::f64x2 z) {
  constexpr double coefficients[] = {1.0,      1.0 / 3,  1.0 / 5,  1.0 / 7,  1.0 / 9,
                                     1.0 / 11, 1.0 / 13, 1.0 / 15, 1.0 / 17, 1.0 / 19};
  simd::f64x2 sum = coefficients[9];
  for (int n = 8; n >= 0; --n) sum = simd::f64x2(coefficients[n]) + z * sum;
  return sum;
}

inline simd::f64x2 log2_1p(simd::f64x2 x) {
  using simd::f64x2, simd::u64x2;
  constexpr std::uint64_t root_of_half = 0x3fe6a09e667f3bcd; // the bits of √½
  constexpr std::uint64_t bits_of_2_52 =
      0x4330000000000000; // an integer below 2^52, or-ed in, becomes 2^52 + it
  constexpr double two_over_ln_2 = 0x1.71547652b82fep+1;
  const TwoSum<f64x2> u = two_sum<f64x2>(1.0, x);
  const u64x2 bits = simd::bits(u.sum);
  const u64x2 k = (bits - u64x2(root_of_half)) >> 52;
  const f64x2 m = simd::from_bits(bits - (k << 52));
  const f64x2 lost = u.error * simd::from_bits((u64x2(std::uint64_t{1023}) - k) << 52);
  const f64x2 f = (m - f64x2(1.0)) + lost;
  const f64x2 s = f / (f + f64x2(2.0));
  const f64x2 exponent = simd::from_bits(k | u64x2(bits_of_2_52)) - f64x2(0x1p52);
  return exponent + s * f64x2(two_over_ln_2) * atanh_quotient(s * s);
}

/// ln(1 + x) for one number.
inline double ln_1p(double x) {
  return log2_1p(simd::f64x2(x)).get(0) * ln_2;
}

} // namespace posenc
