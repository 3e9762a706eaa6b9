/// KERPLE: kernelised relative positions, with two learned numbers a head.
///
///   logarithmic   bias[h,n] = −r1[h] · ln(1 + r2[h] · |first_relative + n|)
///   power         bias[h,n] = −r1[h] · |first_relative + n|^r2[h]
///
/// Shapes    r1, r2 (NH) f64, out (NH, N) f32 row-major; N consecutive relative positions, as score_block.hpp orders
/// Units     relative positions in tokens, key − query
/// Requires  integers up to 2^53 in size; 0 < r1, r2 <= 2^900; out.size() a multiple of NH. Checked by src/api. The paper
///           asks r2 <= 2 of the power, for its kernel to be conditionally positive definite; the arithmetic does not
/// Accuracy  logarithmic <= 0.5 + 2^-24 ULP of f32; power <= 0.5 + 2^-18 ULP for r2 <= 2 (tests/kernels/bias/kerple_test.cpp)
/// Source    Chi et al. 2022, arXiv 2205.09921, eq. 5
#pragma once

#include <span>

namespace posenc {

void kerple_logarithmic(std::span<const double> r1, std::span<const double> r2, double first_relative,
                        std::span<float> out);

void kerple_power(std::span<const double> r1, std::span<const double> r2, double first_relative,
                  std::span<float> out);

} // namespace posenc
