/// Fourier features of points by octaves, as neural radiance fields use them.
///
///   sin(2^k π x[d]), cos(2^k π x[d])        k = 0 … L − 1, d = 0 … D − 1        without π if with_pi is false
///
///   by coordinate   out[p, 2 L d + 2 k] = sine, the cosine beside it
///   by octave       out[p, 2 D k + d] = sine, the cosine D channels on
///
/// With include_input the D coordinates come first, rounded to float, and all this after them.
///
/// 1. The coordinate becomes a phase in turns: exactly x / 2, or x / 2π to 2^-106 of itself.
/// 2. The phase doubles from octave to octave and loses its whole turns, without a new error; only the error of the
///    first octave doubles with it.
///
/// Shapes    points x (N, D) f64, out (N, fourier_width) f32, row-major
/// Units     x in half turns, or in radians
/// Requires  |x| <= 2^53, D > 0, L <= 64. Checked by src/api
/// Accuracy  correctly rounded with π. Without, for floats and for doubles from 2^-100 on; the sines of
///           smaller ones err by ½ ULP + 2^-150 (tests/kernels/additive/fourier_test.cpp). Zeros are +0
/// Source    Mildenhall et al. 2020, arXiv 2003.08934, eq. 4; the authors' code goes by octave, without π, input first
#pragma once

#include <cstddef>
#include <span>

namespace posenc {

struct FourierFeatures {
  std::size_t dimensions, octaves;
  bool with_pi, by_octave, include_input;
};

constexpr std::size_t fourier_width(const FourierFeatures& features) {
  return features.dimensions * (2 * features.octaves + (features.include_input ? 1 : 0));
}

void fourier(std::span<const double> points, const FourierFeatures& features, std::span<float> out);

} // namespace posenc
