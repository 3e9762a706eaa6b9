/// Scales the queries of rows of queries, keys and values by a factor of their position: their scores, less the bias, grow with it.
///
///   q[b,t,h] <- q[b,t,h] · factor[t]        backwards, of a gradient: the same
///
/// Shapes    rows (B · T, 3D) f32 in place: queries, keys, values, each (NH, HS); factors (P) f32, P >= T
/// Accuracy  rounds once (tests/kernels/training/scale_queries_test.cpp)
/// Source    Llama 4 and Ministral 3: 1 + β ln(1 + ⌊(t + shift) / length⌋), which src/api/rotary/query-scale.ts computes
#pragma once

#include <span>

#include "kernels/training/rotate_rows.hpp"

namespace posenc {

void scale_queries(std::span<float> rows, std::span<const float> factors, const RotatedRows& shape);

} // namespace posenc
