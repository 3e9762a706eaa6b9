/// Attention with linear biases: the score falls with the distance, with a slope for each head.
///
///   bias[h,n] = −m[h] · |first_relative + n|
///   m[h]      = 2^(−B(h+1)/P)                 h < P, P the largest power of two <= NH
///   m[h]      = 2^(−B/2 · (2(h−P)+1)/P)       remaining heads: every second slope of 2P heads
///
/// B is bias_max, 8 in the paper: the last of P heads has the slope 2^−B.
///
/// Shapes    slopes (NH) f64, out (NH, N) f32 row-major; N consecutive relative positions, as score_block.hpp orders
/// Units     relative positions in tokens, key − query
/// Requires  B in [2^-20, 120]; integers up to 2^53 in size; out.size() a multiple of NH. Checked by src/api
/// Accuracy  slopes <= 2^-51 + B 2^-53 relative; with B = 8 <= 2^-51, and for NH <= 65536 they round to the float nearest to the exact slope; a bias
///           <= 0.5 + 2^-26 ULP of f32, correctly rounded if the slope is a power of two
///           (tests/kernels/bias/alibi_test.cpp)
/// Source    Press et al. 2021, arXiv 2108.12409, section 3. For keys after the query the distance is
///           |i − j|; the paper has past keys only. B: transformers, models/mpt/modeling_mpt.py, alibi_bias_max
#pragma once

#include <span>

namespace posenc {

void alibi_slopes(std::span<double> slopes, double bias_max = 8);

void alibi(std::span<const double> slopes, double first_relative, std::span<float> out);

} // namespace posenc
