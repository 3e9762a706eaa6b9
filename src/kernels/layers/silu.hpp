/// The sigmoid linear unit, also called swish: each entry times its logistic function.
///
///   out = x / (1 + e^(−x))
///
/// Shapes    x, out f32 of one length; out may be x itself
/// Accuracy  <= 0.501 ULP, or a subnormal step (tests/kernels/layers/silu_test.cpp)
/// Faults    −Inf gives −0, the limit; NaN stays NaN
/// Source    Hendrycks & Gimpel 2016, arXiv 1606.08415, section 2; Shazeer 2020, arXiv 2002.05202, for SwiGLU
#pragma once

#include <span>

namespace posenc {

void silu(std::span<const float> x, std::span<float> out);

} // namespace posenc
