/// The sum of two arrays, entry by entry: a residual connection.
///
///   out = a + b
///
/// Shapes    a, b, out f32 of one length; out may be a or b itself
/// Accuracy  correctly rounded
/// Faults    as in IEEE 754: NaN stays NaN, Inf − Inf is NaN
/// Source    He et al. 2015, arXiv 1512.03385, eq. 1
#pragma once

#include <span>

namespace posenc {

void add(std::span<const float> a, std::span<const float> b, std::span<float> out);

} // namespace posenc
