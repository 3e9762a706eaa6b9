/// The matrix R(k) that maps the encoding of any position to the encoding k positions later.
///
///   P_{t+k} = R(k) P_t        sine of pair i    <-  sine · c + cosine · s         c = cos 2πkf[i]
///                             cosine of pair i  <-  cosine · c − sine · s         s = sin 2πkf[i]
///
/// R is orthogonal with determinant 1, and R(a) R(b) = R(a + b). Channels that the layout does not name stay as they
/// are.
///
/// Shapes    frequencies (pairs); matrix (layout.row, layout.row) f32 row-major, to multiply columns from the left
/// Requires  offset up to 2^53 in size, any fraction
/// Accuracy  correctly rounded (tests/kernels/properties/shift_matrix_test.cpp)
/// Source    Vaswani et al. 2017, arXiv 1706.03762, section 3.5: "PE_{pos+k} can be represented as a linear function
///           of PE_pos"
#pragma once

#include <span>

#include "kernels/table/frequencies.hpp"
#include "kernels/table/sincos_table.hpp"

namespace posenc {

void shift_matrix(std::span<const Frequency> frequencies, double offset, Layout layout,
                  std::span<float> matrix);

} // namespace posenc
