/// The first and the last step of a pass: rows of the embedding and of positions, and their gradients.
///
///   x[r] = embedding[token[r]] + table[r mod T]          dembedding[v] = Σ over r with token[r] = v of g[r]
///                                                        dtable[t] = Σ over r with r mod T = t of g[r]
///
/// Shapes    tokens (R) i32, x, g (R, D), embedding (V, D), table (P, D) with P >= T, or empty; f32 row-major
/// Requires  0 <= tokens < V; gradients are zero before the call, as rows are added to them
/// Accuracy  each sum in the order of the rows, in float: n terms err by n · 2^-24 · Σ|g|
///           (tests/kernels/training/token_rows_test.cpp)
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace posenc {

void token_rows(std::span<const std::int32_t> tokens, std::span<const float> embedding,
                std::span<const float> table, std::size_t length, std::size_t width, std::span<float> out);

void token_rows_backward(std::span<const std::int32_t> tokens, std::span<const float> gradient,
                         std::size_t length, std::size_t width, std::span<float> embedding,
                         std::span<float> table);

} // namespace posenc
