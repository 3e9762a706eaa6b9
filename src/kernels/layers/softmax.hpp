/// Softmax of each row.
///
///   out[r,c] = e^(x[r,c] − m) / Σ_c e^(x[r,c] − m)      m = max over c of x[r,c]
///
/// Shapes    x, out (R, C) f32 row-major; out may be x itself
/// Requires  x.size() = out.size() = rows · columns. Checked by src/api/layers/softmax.ts
/// Accuracy  <= 4 · 2^-24 relative for each entry, or one subnormal step; rows sum to 1 within 2 · 2^-24
///           (tests/kernels/layers/softmax_test.cpp). x − m is kept with its rounding error: at a difference of 50 that error
///           alone would cost 32 · 2^-24
/// Faults    a row of −Inf is zero; entries of +Inf share the weight; NaN makes its row NaN
#pragma once

#include <cstddef>
#include <span>

namespace posenc {

void softmax(std::span<const float> x, std::size_t rows, std::size_t columns, std::span<float> out);

} // namespace posenc
