/// Angles in radians as phases in turns, and the floats nearest to their sines and cosines.
///
///   phase   x / 2π modulo whole turns, as an unevaluated sum of two doubles
///   exact   x / 2π modulo 1 in fixed point
///
/// The fast path of phase.hpp takes a float like an integer position: its 24 bits times the 29 of hi or mid are exact.
/// Other doubles, and floats beyond 2^24, take fixed point.
///
/// Requires  |x| <= 2^53
/// Accuracy  phase |error| <= phase_error(position(x)) radians for floats and for doubles from 2^-100 on, 2^-220 below;
///           sines and cosines correctly rounded (tests/kernels/table/radian_test.cpp)
#pragma once

#include "kernels/table/phase.hpp"
#include "kernels/table/rounded_sine.hpp"

namespace posenc {

class Radian {
public:
  Radian();

  Phase<double> phase(double x) const;
  Fixed exact(double x) const;

  /// RN(sin), RN(cos) of two floats; the lanes hold floats.
  SineCosine<simd::f64x2> rounded_sine_cosine(float a, float b) const;

private:
  Frequency turns_; // in one radian
};

} // namespace posenc
