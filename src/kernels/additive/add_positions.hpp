/// Adds positional encodings to embeddings: the first step of a Transformer, with its dropout.
///
///   out[b,t,c] = drop(scale · x[b,t,c] + P[t,c])        drop(v) = v / (1 − p) if kept, else +0
///
/// Shapes    x, out (B, T, C) f32 row-major; table (T, C). Dropout counts the rows b·T + t, from first_row on
/// Units     scale is √C in the paper; 1 takes x as it is
/// Requires  0 <= p < 1. out may be x; no other overlap. Checked by src/api
/// Accuracy  P being the float of the table, |error| <= ½ ULP + 2^-52 (|scale · x| + |P|); scale 1 is correctly rounded.
///           With dropout ½ ULP + 2^-50 (|scale · x| + |P|) / (1 − p). NaN and infinities of kept entries propagate as in
///           IEEE 754, and dropped entries are +0 whatever they hold (tests/kernels/additive/add_positions_test.cpp)
/// Source    Vaswani et al. 2017, arXiv 1706.03762, sections 3.4, 3.5 and 5.4
#pragma once

#include <cstddef>
#include <span>

#include "kernels/additive/dropout.hpp"

namespace posenc {

struct Addition {
  std::size_t rows, width; // T, C
  double scale;
  Dropout dropout; // of probability 0 for none
};

void add_positions(std::span<const float> x, std::span<const float> table, const Addition& addition,
                   std::span<float> out);

} // namespace posenc
