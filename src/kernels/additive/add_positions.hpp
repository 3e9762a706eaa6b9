/// Adds positional encodings to embeddings: the first step of a Transformer, with its dropout.
///
///   out[b,t,c] = drop(scale · x[b,t,c] + P[t,c])        drop(v) = v / (1 − p) if kept, else +0
///
/// add_positions takes the table P. add_sinusoids makes a sinusoidal P in `scratch`, a block of rows at a time, so the whole
/// table is never in memory; the results are equal.
///
/// Shapes    x, out (B, T, C) f32 row-major; table (T, C); scratch (rows, C) for any number of rows. Dropout counts the
///           rows b·T + t, from first_row on
/// Units     scale is √C in the paper; 1 takes x as it is
/// Requires  C = layout.row; 0 <= p < 1. out may be x; no other overlap. Checked by src/api. Channels that the layout
///           does not name count as 0
/// Accuracy  P being the float of the table, |error| <= ½ ULP + 2^-52 (|scale · x| + |P|); scale 1 is correctly rounded.
///           With dropout ½ ULP + 2^-50 (|scale · x| + |P|) / (1 − p). NaN and infinities of kept entries propagate as in
///           IEEE 754, and dropped entries are +0 whatever they hold (tests/kernels/additive/add_positions_test.cpp)
/// Source    Vaswani et al. 2017, arXiv 1706.03762, sections 3.4, 3.5 and 5.4
#pragma once

#include <cstddef>
#include <span>

#include "kernels/additive/dropout.hpp"
#include "kernels/table/frequencies.hpp"
#include "kernels/table/sincos_table.hpp"

namespace posenc {

struct Addition {
  std::size_t rows, width; // T, C
  double scale;
  Dropout dropout; // of probability 0 for none
};

void add_positions(std::span<const float> x, std::span<const float> table, const Addition& addition,
                   std::span<float> out);

/// The table, by the arguments of sincos_table.
struct Sinusoids {
  std::span<const Frequency> frequencies;
  Columns columns;
  Layout layout;
};

/// For the positions start, start + 1, … (the exact sums, if start is a fraction).
void add_sinusoids(std::span<const float> x, const Sinusoids& encoding, double start,
                   const Addition& addition, std::span<float> out, std::span<float> scratch);

} // namespace posenc
