/// The Gaussian error linear unit: each entry times the share of a normal distribution below it.
///
///   exact     out = x Φ(x) = x/2 (1 + erf(x/√2))
///   tanh      out = x/2 (1 + tanh(√(2/π) (x + 0.044715 x³)))
///
/// Shapes    x, out f32 of one length; out may be x itself
/// Accuracy  <= 0.501 ULP, or a subnormal step, of each formula (tests/kernels/layers/gelu_test.cpp)
/// Faults    −Inf gives −0, the limit; NaN stays NaN
/// Source    Hendrycks & Gimpel 2016, arXiv 1606.08415, sections 2 and 4. Φ(−z) = e^(−z²/2) t P(t), t = 1 / (1 + z/4), as in
///           Shepherd & Laframboise 1981, doi 10.1090/S0025-5718-1981-0595058-X; P interpolates at the 14 Chebyshev
///           points of 0 ≤ z ≤ 14.5, in 40 digits, to 2^-36 relative
#pragma once

#include <cstdint>
#include <span>

namespace posenc {

enum class GeluForm : std::uint8_t { exact, tanh };

void gelu(std::span<const float> x, GeluForm, std::span<float> out);

} // namespace posenc
