/// The floats nearest to sin and cos of position · frequency: one pair of a table, whatever the position.
///
///   sine = RN(sin 2π p f)        cosine = RN(cos 2π p f)        RN rounds to the nearest float, ties to even
///
/// Ziv's method: take the double value and its error bound; if both ends of the interval round to the same float,
/// that is the answer. Otherwise (about one value in 10^8) compute again in 256-bit fixed point.
///
/// Requires  |position| <= 2^53, any fraction
/// Accuracy  correctly rounded, unless the exact value lies within 2^-140 of the middle between two floats, which no
///           argument is known to do (tests/kernels/table/rounded_sine_test.cpp, tests/bench/accuracy.bench.cpp)
/// Source    Ziv 1991, Fast evaluation of elementary mathematical functions with correctly rounded last bit
#pragma once

#include "kernels/table/frequencies.hpp"
#include "kernels/table/phase.hpp"
#include "kernels/table/sine.hpp"

namespace posenc {

SineCosine<float> rounded_sine_cosine(const Frequency& frequency, Position position);

/// Floats in the order sine a, sine b, cosine a, cosine b: the nearest to the exact values if that is certain.
struct Rounding {
  simd::f32x4 values;
  bool is_certain;
};

/// Ziv's test of values that err by up to phase_error, and by relative_error of themselves, the relative error of a sine.
inline Rounding rounding(const SineCosine<simd::f64x2>& value, simd::f64x2 phase_error,
                         double relative_error = 0x1p-51) {
  using simd::f32x4, simd::f64x2;
  const f64x2 sine_error = xsimd::abs(value.sine) * f64x2(relative_error) + phase_error;
  const f64x2 cosine_error = xsimd::abs(value.cosine) * f64x2(relative_error) + phase_error;
  const f32x4 low = simd::narrow(value.sine - sine_error, value.cosine - cosine_error);
  const f32x4 high = simd::narrow(value.sine + sine_error, value.cosine + cosine_error);
  return {low, xsimd::all(simd::bits(low) == simd::bits(high))}; // the bits: −0 is not 0
}

/// Two pairs at one position; the lanes hold floats.
SineCosine<simd::f64x2> rounded_sine_cosine(const Frequency& a, const Frequency& b, Position position);

/// From the phase in [0, 1) turns in fixed point alone, without the fast attempt; times a factor below 2^31.
SineCosine<float> exact_sine_cosine(const Fixed& phase, const Fixed& factor = whole(1));

} // namespace posenc
