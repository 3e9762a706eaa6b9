/// Sandwich: the inner product of two sinusoidal encodings as a bias, without the encodings.
///
///   bias[h,n] = Σ_i cos(2π (first_relative + n) f[i]) / ratio[h]
///   ratio[h]  = 8(h+1)/NH
///
/// The sum is over the frequencies given. f[i] = b^(−2i/d)/2π for i = 0 … d/2 − 1 makes the sum
/// exactly the inner product of two rows of our sinusoidal table, d/2 at distance 0, and is the default of src/api.
/// Summing i = 1 … d/2 instead, as formulas that count pairs from 1 read, is subspan(1) of one frequency more.
///
/// Shapes    frequencies (pairs), ratios (NH) f64, out (NH, N) f32 row-major; N consecutive relative positions, as
///           score_block.hpp orders. A ratio of 1 gives the plain sum
/// Units     relative positions in tokens, key − query; frequencies in turns per token
/// Requires  integers up to 2^53 in size; ratios > 0; out.size() a multiple of NH. Checked by src/api
/// Accuracy  <= 0.5 ULP of f32 + pairs² · 2^-52 / ratio (tests/kernels/bias/sandwich_test.cpp)
/// Source    Chi et al. 2022, arXiv 2212.10356
#pragma once

#include <span>

#include "kernels/table/frequencies.hpp"

namespace posenc {

void sandwich_ratios(std::span<double> ratios);

void sandwich(std::span<const Frequency> frequencies, std::span<const double> ratios, double first_relative,
              std::span<float> out);

} // namespace posenc
