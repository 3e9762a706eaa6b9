/// 2^x in double, two at once.
///
///   2^x = 2^n e^y      n = round(x)      y = (x − n) ln 2
///
/// Requires  nothing: x is clamped to −1022 … 1023, far beyond what a float can hold, and NaN stays NaN
/// Accuracy  <= 2^-51 relative (tests/kernels/arithmetic/exp2_test.cpp); exact if x is an integer. Proof: |y| <= 0.3466, so leaving
///           out the terms from y^14 on costs 2^-57; y errs by 2^-53 · 0.7, the two last sums by 2^-53 each. Of degree 9, for
///           results that become floats, <= 2^-36: the terms from y^10 on cost 2^-36.5
/// Source    the Taylor series of e^y
#pragma once

#include "kernels/arithmetic/rounding.hpp"
#include "kernels/arithmetic/simd.hpp"
#include "kernels/arithmetic/unroll.hpp"

namespace posenc {

inline constexpr double ln_2 = 0x1.62e42fefa39efp-1, log2_e = 0x1.71547652b82fep+0;

template <int degree = 13> [[gnu::always_inline]] inline simd::f64x2 exp2(simd::f64x2 x) {
  using simd::f64x2, simd::u64x2;
  constexpr double coefficients[] = {1,
                                     1,
                                     1.0 / 2,
                                     1.0 / 6,
                                     1.0 / 24,
                                     1.0 / 120,
                                     1.0 / 720,
                                     1.0 / 5040,
                                     1.0 / 40320,
                                     1.0 / 362880,
                                     1.0 / 3628800,
                                     1.0 / 39916800,
                                     1.0 / 479001600,
                                     1.0 / 6227020800}; // 1 / n!
  constexpr double shift = nearest_integer_shift;
  x = simd::smaller(simd::larger(x, -1022.0), 1023.0);
  const f64x2 shifted = x + f64x2(shift);
  const f64x2 y = (x - (shifted - f64x2(shift))) * f64x2(ln_2);
  f64x2 sum = coefficients[degree];
  POSENC_UNROLL
  for (int n = degree - 1; n >= 0; --n) sum = f64x2(coefficients[n]) + y * sum;
  return sum * simd::from_bits((simd::bits(shifted) + u64x2(std::uint64_t{1023})) << 52);
}

} // namespace posenc
