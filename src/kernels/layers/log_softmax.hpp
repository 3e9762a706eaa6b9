/// The logarithm of the softmax of each row.
///
///   out[r,c] = (x[r,c] − m) − ln Σ_c e^(x[r,c] − m)      m = max over c of x[r,c]
///
/// Shapes    x, out (R, C) f32 row-major; out may be x itself
/// Requires  x.size() = out.size() = rows · columns. Checked by src/api/layers/log-softmax.ts
/// Accuracy  <= 1/2 ULP + 2 · 2^-24. Proof: a weight is off by an ULP, at most 2 · 2^-24 of itself, and the weight of the maximum
///           is exact, so the logarithm of their sum moves by less than 2 · 2^-24; all else is double
///           (tests/kernels/layers/log_softmax_test.cpp). A row of one entry gives 0
/// Faults    as in softmax.hpp: a row of −Inf stays −Inf; entries of +Inf share the weight; NaN makes its row NaN
#pragma once

#include <cstddef>
#include <span>

namespace posenc {

void log_softmax(std::span<const float> x, std::size_t rows, std::size_t columns, std::span<float> out);

} // namespace posenc
