/// Shaw's relative positions for training: each query meets a learned vector for its clipped distance to a key.
///
///   bias[b,h,i,j] = q[b,i,h] · a[r] / √HS        r as shaw_vectors.hpp
///
///   dq[b,i,h] += Σ_j dbias a[r] / √HS        da[r] += Σ over scores with that r of dbias q / √HS
///
/// All heads and layers share the vectors. Vectors of values: shaw_values.hpp.
///
/// Shapes    rows (B · T, 3D) as head_attention.hpp; a (2k + 1, HS) f32; da the same, f64; bias (B, NH, T, T) f32, its gradient f64.
///           drows as rows: its queries are added to
/// Requires  2k + 1 <= 257. If causal, the bias of later keys is not written, and not read
/// Accuracy  products in double, then one rounding; dq rounds once more (tests/kernels/training/shaw_bias_test.cpp)
/// Source    Shaw et al. 2018, arXiv 1803.02155, eq. 4
#pragma once

#include <span>

#include "kernels/training/head_attention.hpp"

namespace posenc {

void shaw_bias(std::span<const float> rows, std::span<const float> table, const HeadAttention& shape,
               std::span<float> bias);

struct ShawGradients {
  std::span<float> rows;
  std::span<double> table;
};

void shaw_bias_backward(std::span<const double> gradient, std::span<const float> rows,
                        std::span<const float> table, const HeadAttention& shape, const ShawGradients& out);

} // namespace posenc
