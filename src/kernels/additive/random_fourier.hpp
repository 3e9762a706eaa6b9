/// Random Fourier features of points: sines and cosines of random projections.
///
///   out[p, sine   + f·step] = sin(2π Σ_d B[f,d] x[p,d])
///   out[p, cosine + f·step] = cos(2π Σ_d B[f,d] x[p,d])      B[f,d] ~ N(0, sigma²) from the seed: normal_numbers
///
/// Shapes    points x (N, D) f64, matrix B (F, D) f64, out (N, layout.row) f32, all row-major
/// Units     phase in turns
/// Requires  D > 0, finite points, two channels of the row for each feature. Checked by src/api
/// Accuracy  |error| <= ½ ULP + 2^-50 (D + 1) Σ_d |B[f,d] x[p,d]|: the sum is taken in double, in the order of d. From
///           Σ = 2^50 the phase counts as 0. Zeros are +0
///           (tests/kernels/additive/random_fourier_test.cpp)
/// Source    Tancik et al. 2020, arXiv 2006.10739, section 4, with the cosines first: {F, 0, 1, 2 F}
#pragma once

#include <cstddef>
#include <span>

#include "kernels/table/sincos_table.hpp"

namespace posenc {

/// `dimensions` is D.
void random_fourier(std::span<const double> points, std::span<const double> matrix, std::size_t dimensions,
                    Layout layout, std::span<float> out);

} // namespace posenc
