#include "kernels/layers/gelu.hpp"

#include "kernels/arithmetic/exp2.hpp"
#include "kernels/arithmetic/unroll.hpp"
#include "kernels/layers/entrywise.hpp"

namespace posenc {

namespace {

using simd::f64x2;

/// Below this the result is −0 as a float; −Inf times its share would be NaN.
constexpr double gelu_floor = -20.0;

/// Φ(−z) for z ≥ 0.
[[gnu::always_inline]] inline f64x2 upper_tail(f64x2 z) {
  constexpr double coefficients[] = {0x1.98851ae35f174p-4,  0x1.986d80dfbea87p-4,  0x1.802878ca34802p-4,
                                     0x1.42bbb658dd2ccp-4,  0x1.33b720664c0dcp-4,  0x1.583393acae1e3p-10,
                                     0x1.0c4f522cc2d7ap-3,  -0x1.8359cc5250eadp-3, 0x1.f576b12c81c36p-3,
                                     -0x1.a8f44126b2d29p-3, 0x1.3bd762061674cp-4,  0x1.18f31fa52f750p-8,
                                     -0x1.7bc6cb1e6ae19p-7, 0x1.467400f94a207p-9};
  const f64x2 t = f64x2(1.0) / (f64x2(1.0) + z * 0.25);
  f64x2 sum = coefficients[13];
  POSENC_UNROLL
  for (int n = 12; n >= 0; --n) sum = f64x2(coefficients[n]) + t * sum;
  return exp2<9>(z * z * (-0.5 * log2_e)) * (t * sum);
}

[[gnu::always_inline]] inline f64x2 exact(f64x2 x) {
  x = simd::larger(x, gelu_floor);
  const f64x2 tail = upper_tail(xsimd::abs(x));
  return x * xsimd::select(x < 0.0, tail, 1.0 - tail);
}

/// (1 + tanh z) / 2 = 1 / (1 + e^(−2z))
[[gnu::always_inline]] inline f64x2 by_tanh(f64x2 x) {
  constexpr double root = 0x1.9884533d43651p-1; // √(2/π)
  x = simd::larger(x, gelu_floor);
  const f64x2 z = (x + x * x * x * 0.044715) * root;
  return x / (exp2<9>(z * (-2.0 * log2_e)) + 1.0);
}

} // namespace

void gelu(std::span<const float> x, GeluForm form, std::span<float> out) {
  if (form == GeluForm::exact)
    map_entries(x, out, [](f64x2 values) { return exact(values); });
  else
    map_entries(x, out, [](f64x2 values) { return by_tanh(values); });
}

} // namespace posenc
