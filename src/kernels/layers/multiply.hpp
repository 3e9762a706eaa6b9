/// The product of two arrays, entry by entry: the gate of a gated linear unit.
///
///   out = a · b
///
/// Shapes    a, b, out f32 of one length; out may be a or b itself
/// Accuracy  correctly rounded
/// Faults    as in IEEE 754: NaN stays NaN, 0 · Inf is NaN
/// Source    Dauphin et al. 2016, arXiv 1612.08083, eq. 1; Shazeer 2020, arXiv 2002.05202, for SwiGLU
#pragma once

#include <span>

namespace posenc {

void multiply(std::span<const float> a, std::span<const float> b, std::span<float> out);

} // namespace posenc
