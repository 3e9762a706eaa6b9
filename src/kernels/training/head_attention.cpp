#include "kernels/training/head_attention.hpp"

#include <algorithm>
#include <cassert>
#include <limits>

#include "kernels/arithmetic/exp.hpp"
#include "kernels/arithmetic/lanes.hpp"
#include "kernels/arithmetic/transpose.hpp"
#include "kernels/arithmetic/unroll.hpp"
#include "kernels/training/strided_tile.hpp"

namespace posenc {

namespace {

using simd::f32x4;

/// The keys that a query sees, or the queries that a key is seen by.
struct Seen {
  std::size_t from, to;
};

Seen keys_of(const HeadAttention& shape, std::size_t query) {
  const std::size_t window = shape.window == 0 ? shape.length : shape.window;
  const std::size_t from = query + 1 > window ? query + 1 - window : 0;
  return {from, shape.causal ? query + 1 : std::min(shape.length, query + window)};
}

/// Columns that the scores of a tile of queries are computed for, in whole vectors of eight.
std::size_t columns_of(const HeadAttention& shape, std::size_t first_query) {
  const std::size_t end = shape.causal ? std::min(shape.length, first_query + strided_rows) : shape.length;
  return padded(end);
}

/// One head of one sequence: its matrices in whole tiles, with zeros in the rows and columns that are added.
struct Head {
  std::size_t rows, columns;                          // T8, HS8
  float *queries, *keys, *values, *gradient, *result; // (T8, HS8)
  float *keys_across, *values_across;                 // (HS8, T8)
  float* scores;                                      // (T8, T8)

  Head(const HeadAttention& shape, std::span<float> scratch)
      : rows(padded(shape.length)), columns(padded(shape.head_dim)) {
    float* next = scratch.data();
    for (float** part : {&queries, &keys, &values, &gradient, &result, &keys_across, &values_across}) {
      *part = next;
      next += rows * columns;
    }
    scores = next;
  }
};

/// A head's columns of rows of `stride` floats.
void gather(const float* from, std::size_t stride, const HeadAttention& shape, float factor, const Head& head,
            float* to) {
  for (std::size_t t = 0; t < shape.length; ++t, from += stride, to += head.columns) {
    for_lanes(shape.head_dim, [&](std::size_t c, std::size_t n) {
      (load_lanes(from + c, n) * factor).store_unaligned(to + c);
    });
    std::fill(to + shape.head_dim, to + head.columns, 0.0f);
  }
  std::fill_n(to, (head.rows - shape.length) * head.columns, 0.0f);
}

void scatter(const Head& head, const HeadAttention& shape, float factor, float* to, std::size_t stride) {
  const float* from = head.result;
  for (std::size_t t = 0; t < shape.length; ++t, from += head.columns, to += stride)
    for_lanes(shape.head_dim, [&](std::size_t c, std::size_t n) {
      store_lanes(f32x4::load_unaligned(from + c) * factor, to + c, n);
    });
}

void turn_across(const Head& head, const float* from, float* to) {
  for (std::size_t t = 0; t < head.rows; t += 4)
    for (std::size_t c = 0; c < head.columns; c += 4) {
      const float* const first = from + t * head.columns;
      const float* const rows[] = {first, first + head.columns, first + 2 * head.columns,
                                   first + 3 * head.columns};
      const auto columns = transposed(rows, c);
      POSENC_UNROLL
      for (std::size_t n = 0; n < 4; ++n) columns[n].store_unaligned(to + (c + n) * head.rows + t);
    }
}

/// scores = left · rightᵀ in the tiles that some query sees.
void multiply_across(const Head& head, const HeadAttention& shape, const float* left, const float* across) {
  for (std::size_t i = 0; i < shape.length; i += strided_rows)
    for (std::size_t j = 0; j < columns_of(shape, i); j += strided_columns)
      strided_tile({left + i * head.columns, head.columns, 1}, {across + j, head.rows}, {0, head.columns},
                   head.scores + i * head.rows + j, head.rows);
}

/// result = weights · right, (T, T) by (T, HS): row i sums over the keys that it sees.
void sum_over_keys(const Head& head, const HeadAttention& shape, const float* weights, const float* right) {
  for (std::size_t i = 0; i < shape.length; i += strided_rows)
    for (std::size_t c = 0; c < head.columns; c += strided_columns)
      strided_tile({weights + i * head.rows, head.rows, 1}, {right + c, head.columns},
                   {0, std::min(shape.length, columns_of(shape, i))}, head.result + i * head.columns + c,
                   head.columns);
}

/// result = weightsᵀ · right: row j sums over the queries that see it.
void sum_over_queries(const Head& head, const HeadAttention& shape, const float* weights,
                      const float* right) {
  for (std::size_t j = 0; j < shape.length; j += strided_rows)
    for (std::size_t c = 0; c < head.columns; c += strided_columns)
      strided_tile({weights + j, 1, head.rows}, {right + c, head.columns},
                   {shape.causal ? j : 0, shape.length}, head.result + j * head.columns + c, head.columns);
}

/// Scores of one query to weights; 0 for keys that it does not see.
void softmax_row(const HeadAttention& shape, std::size_t query, const float* bias, std::size_t computed,
                 std::span<float> row, std::span<float> out) {
  const auto [from, to] = keys_of(shape, query);
  constexpr float unseen = -std::numeric_limits<float>::infinity();
  float most = unseen;
  for (std::size_t j = from; j < to; ++j) {
    if (bias != nullptr) row[j] += bias[j];
    most = std::max(most, row[j]);
  }
  std::fill(row.begin(), row.begin() + static_cast<std::ptrdiff_t>(from), unseen);
  for (std::size_t j = to; j < computed; ++j) row[j] = unseen;
  simd::f64x2 low = 0.0, high = 0.0;
  for (std::size_t j = 0; j < computed; j += 4) {
    const f32x4 value = exp(f32x4::load_unaligned(&row[j]) - most);
    value.store_unaligned(&out[j]);
    low = low + simd::widen_low(value);
    high = high + simd::widen_high(value);
  }
  const simd::f64x2 lanes = low + high;
  const auto inverse = static_cast<float>(1.0 / (lanes.get(0) + lanes.get(1)));
  for (std::size_t j = 0; j < computed; j += 4)
    (f32x4::load_unaligned(&out[j]) * inverse).store_unaligned(&out[j]);
  std::fill(out.begin() + static_cast<std::ptrdiff_t>(computed), out.end(), 0.0f);
}

/// dp to ds, in place.
void softmax_backward(const Head& head, const HeadAttention& shape, const float* weights) {
  for (std::size_t i = 0; i < shape.length; ++i) {
    float* row = head.scores + i * head.rows;
    const float* p = weights + i * head.rows;
    const std::size_t computed = columns_of(shape, i / strided_rows * strided_rows);
    simd::f64x2 low = 0.0, high = 0.0;
    for (std::size_t j = 0; j < computed; j += 4) {
      const f32x4 product = f32x4::load_unaligned(row + j) * f32x4::load_unaligned(p + j);
      low = low + simd::widen_low(product);
      high = high + simd::widen_high(product);
    }
    const simd::f64x2 lanes = low + high;
    const auto mean = static_cast<float>(lanes.get(0) + lanes.get(1));
    for (std::size_t j = 0; j < computed; j += 4)
      (f32x4::load_unaligned(p + j) * (f32x4::load_unaligned(row + j) - mean)).store_unaligned(row + j);
    std::fill(row + computed, row + head.rows, 0.0f);
  }
}

void add_weight_gradient(const Head& head, const HeadAttention& shape, std::size_t b, std::size_t h,
                         std::span<const float> gradient) {
  for (std::size_t i = 0; i < shape.length; ++i) {
    const auto [from, to] = keys_of(shape, i);
    const float* at = &gradient[shape.bias.row(b, h, i)];
    for (std::size_t j = from; j < to; ++j) head.scores[i * head.rows + j] += at[j];
  }
}

void add_bias_gradient(const Head& head, const HeadAttention& shape, std::size_t b, std::size_t h,
                       std::span<double> out) {
  for (std::size_t i = 0; i < shape.length; ++i) {
    const auto [from, to] = keys_of(shape, i);
    double* at = &out[shape.bias.row(b, h, i)];
    for (std::size_t j = from; j < to; ++j) at[j] += double{head.scores[i * head.rows + j]};
  }
}

/// Calls visit(b, h, its row of the first token in rows of 3D, in rows of D, its weights) for each head of each sequence.
template <class Visit> void each_head(const HeadAttention& shape, const Visit& visit) {
  const std::size_t width = shape.heads * shape.head_dim, square = padded(shape.length);
  for (std::size_t b = 0; b < shape.sequences; ++b)
    for (std::size_t h = 0; h < shape.heads; ++h) {
      const std::size_t first = b * shape.length;
      visit(b, h, first * 3 * width + h * shape.head_dim, first * width + h * shape.head_dim,
            (b * shape.heads + h) * square * square);
    }
}

} // namespace

std::uint64_t attention_weights(const HeadAttention& shape) {
  const std::uint64_t rows = padded(shape.length);
  return shape.sequences * shape.heads * rows * rows;
}

std::uint64_t attention_scratch(const HeadAttention& shape) {
  const std::uint64_t rows = padded(shape.length), columns = padded(shape.head_dim);
  return 7 * rows * columns + rows * rows;
}

void attention_forward(std::span<const float> rows, std::span<const float> bias, const HeadAttention& shape,
                       std::span<float> weights, std::span<float> out, std::span<float> scratch) {
  const Head head(shape, scratch);
  const std::size_t width = shape.heads * shape.head_dim;
  assert(weights.size() == attention_weights(shape) && scratch.size() >= attention_scratch(shape));
  each_head(shape,
            [&](std::size_t b, std::size_t h, std::size_t at, std::size_t out_at, std::size_t weights_at) {
              const float* from = &rows[at];
              gather(from, 3 * width, shape, static_cast<float>(shape.scale()), head, head.queries);
              gather(from + width, 3 * width, shape, 1.0f, head, head.keys);
              gather(from + 2 * width, 3 * width, shape, 1.0f, head, head.values);
              turn_across(head, head.keys, head.keys_across);
              multiply_across(head, shape, head.queries, head.keys_across);
              const std::span<float> p = weights.subspan(weights_at, head.rows * head.rows);
              for (std::size_t i = 0; i < shape.length; ++i) {
                softmax_row(shape, i, bias.empty() ? nullptr : &bias[shape.bias.row(b, h, i)],
                            columns_of(shape, i / strided_rows * strided_rows),
                            {head.scores + i * head.rows, head.rows}, p.subspan(i * head.rows, head.rows));
              }
              sum_over_keys(head, shape, p.data(), head.values);
              scatter(head, shape, 1.0f, &out[out_at], width);
            });
}

void attention_backward(std::span<const float> rows, std::span<const float> weights,
                        std::span<const float> gradient, std::span<const float> weight_gradient,
                        const HeadAttention& shape, const AttentionGradients& out, std::span<float> scratch) {
  const Head head(shape, scratch);
  const std::size_t width = shape.heads * shape.head_dim;
  const float scale = static_cast<float>(shape.scale());
  each_head(shape, [&](std::size_t b, std::size_t h, std::size_t at, std::size_t gradient_at,
                       std::size_t weights_at) {
    const float *from = &rows[at], *p = &weights[weights_at];
    float* to = &out.rows[at];
    gather(from, 3 * width, shape, 1.0f, head, head.queries);
    gather(from + width, 3 * width, shape, 1.0f, head, head.keys);
    gather(from + 2 * width, 3 * width, shape, 1.0f, head, head.values);
    gather(&gradient[gradient_at], width, shape, 1.0f, head, head.gradient);
    sum_over_queries(head, shape, p, head.gradient);
    scatter(head, shape, 1.0f, to + 2 * width, 3 * width);
    turn_across(head, head.values, head.values_across);
    multiply_across(head, shape, head.gradient, head.values_across);
    if (!weight_gradient.empty()) add_weight_gradient(head, shape, b, h, weight_gradient);
    softmax_backward(head, shape, p);
    if (!out.bias.empty()) add_bias_gradient(head, shape, b, h, out.bias);
    sum_over_keys(head, shape, head.scores, head.keys);
    scatter(head, shape, scale, to, 3 * width);
    sum_over_queries(head, shape, head.scores, head.queries);
    scatter(head, shape, scale, to + width, 3 * width);
  });
}

} // namespace posenc
