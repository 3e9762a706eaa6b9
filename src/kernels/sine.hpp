/// Sine and cosine of a phase in turns, one body for double and for simd::f64x2.
///
///   sine = sin 2π(turns + rest)        cosine = cos 2π(turns + rest)
///
/// 1. The nearest quarter turn is taken away, without error, which leaves |x| <= 1/8 turn.
/// 2. sin 2πx = 2πx + x³ S(x²) and cos 2πx = 1 + x² C(x²), polynomials of minimal relative error.
/// 3. The quarter decides which of the two is the sine, and the signs.
///
/// Units     phase in turns, |turns| < 2^50, rest below an ulp of turns or so
/// Accuracy  |error| <= 2^-51 |result| + 2π · error of the phase: the relative error holds at the zeros too, as far
///           as the phase does (tests/kernels/sine_test.cpp)
/// Source    coefficients computed for this file, by a fit in Chebyshev nodes with mpmath at 200 bits
#pragma once

#include "kernels/phase.hpp"
#include "kernels/simd.hpp"

namespace posenc {

template <class Real> struct SineCosine {
  Real sine, cosine;
};

template <class Real> SineCosine<Real> sine_cosine(Phase<Real> phase);

} // namespace posenc
