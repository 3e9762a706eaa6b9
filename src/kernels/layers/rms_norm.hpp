/// Divides each row by its root mean square, then scales its columns.
///
///   out[r,c] = x[r,c] / √(σ² + ε) · gain[c]      σ² = mean over c of x[r,c]²
///
/// Shapes    x, out (R, C) f32 row-major, out may be x itself; gain (C), or empty for 1
/// Requires  ε > 0. Checked by src/api/layers/rms-norm.ts
/// Accuracy  <= 1/2 ULP + C · 2^-53 relative: sums in double, rounded once (tests/kernels/layers/rms_norm_test.cpp)
/// Faults    NaN makes its row NaN; Inf becomes NaN, and the finite entries of its row become 0
/// Source    Zhang & Sennrich 2019, arXiv 1910.07467, eq. 4; ε inside the root, as in Llama's and T5's code. Gemma's gain is
///           1 + the weight in its file
#pragma once

#include <cstddef>
#include <span>

namespace posenc {

void rms_norm(std::span<const float> x, std::size_t columns, std::span<const float> gain, double eps,
              std::span<float> out);

} // namespace posenc
