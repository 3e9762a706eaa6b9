/// Learned encodings: each position selects a row of a matrix.
///
///   out[t] = W[p[t]]
///
/// Shapes    table W (L, C), positions (T), out (T, C), f32 row-major, positions f64
/// Units     positions in tokens
/// Requires  integers 0 <= p < L, C = table.size() / rows, out.size() = T · C; no overlap. Checked by src/api
/// Accuracy  exact, bit for bit (tests/kernels/additive/learned_test.cpp)
/// Source    Gehring et al. 2017, arXiv 1705.03122, section 3.1
#pragma once

#include <cstddef>
#include <span>

namespace posenc {

/// `rows` is L.
void learned_rows(std::span<const float> table, std::size_t rows, std::span<const double> positions,
                  std::span<float> out);

} // namespace posenc
