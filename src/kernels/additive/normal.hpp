/// Normally distributed numbers from a seed: Box and Muller's transform of Philox words.
///
///   out[2n]     = sigma · √(−2 ln u) cos 2πv
///   out[2n + 1] = sigma · √(−2 ln u) sin 2πv      u = (k + 1) 2^-53, v = m 2^-53, k and m of 53 random bits each
///
/// Shapes    out (N) f64; a longer run starts with the shorter ones
/// Requires  |sigma| <= 2^900
/// Accuracy  <= 2^-46 relative to the transform of the same u and v, the same bits on every machine
///           (tests/kernels/additive/normal_test.cpp). |out| <= 8.58 sigma, as u >= 2^-53
/// Source    Box and Muller 1958, A note on the generation of random normal deviates
#pragma once

#include <cstdint>
#include <span>

namespace posenc {

void normal_numbers(double sigma, std::uint32_t seed, std::span<double> out);

} // namespace posenc
