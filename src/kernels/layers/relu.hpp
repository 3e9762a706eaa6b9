/// The rectified linear unit.
///
///   out = max(x, 0)
///
/// Shapes    x, out f32 of one length; out may be x itself
/// Accuracy  exact
/// Faults    NaN stays NaN; −0 stays −0
/// Source    Nair & Hinton 2010, Rectified linear units improve restricted Boltzmann machines
#pragma once

#include <span>

namespace posenc {

void relu(std::span<const float> x, std::span<float> out);

} // namespace posenc
