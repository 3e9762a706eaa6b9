#include "kernels/training/shaw_bias.hpp"

#include <algorithm>
#include <array>
#include <cassert>

#include "kernels/arithmetic/dot.hpp"
#include "kernels/training/shaw_vectors.hpp"

namespace posenc {

namespace {

/// Calls visit(i, its query's place in the rows, its row of the bias) for each query of each head.
template <class Visit> void each_query(const HeadAttention& shape, const Visit& visit) {
  const std::size_t width = shape.heads * shape.head_dim;
  for (std::size_t b = 0; b < shape.sequences; ++b)
    for (std::size_t h = 0; h < shape.heads; ++h)
      for (std::size_t i = 0; i < shape.length; ++i)
        visit(i, (b * shape.length + i) * 3 * width + h * shape.head_dim, shape.bias.row(b, h, i));
}

} // namespace

void shaw_bias(std::span<const float> rows, std::span<const float> table, const HeadAttention& shape,
               std::span<float> bias) {
  const std::size_t width = shape.head_dim, vectors = table.size() / width;
  const double scale = shape.scale();
  assert(vectors % 2 == 1 && vectors <= most_shaw_vectors);
  std::array<float, most_shaw_vectors> scores;
  each_query(shape, [&](std::size_t i, std::size_t query, std::size_t at) {
    const auto [from, to] = shaw_vectors(shape, vectors, i);
    for (std::size_t r = from; r < to; ++r)
      scores[r] = static_cast<float>(scale * dot(&rows[query], &table[r * width], width));
    const std::size_t keys = shaw_keys(shape, i);
    for (std::size_t j = 0; j < keys; ++j) bias[at + j] = scores[shaw_vector(vectors, i, j)];
  });
}

void shaw_bias_backward(std::span<const double> gradient, std::span<const float> rows,
                        std::span<const float> table, const HeadAttention& shape, const ShawGradients& out) {
  const std::size_t width = shape.head_dim, vectors = table.size() / width;
  const double scale = shape.scale();
  std::array<double, most_shaw_vectors> sums;
  each_query(shape, [&](std::size_t i, std::size_t query, std::size_t at) {
    const auto [from, to] = shaw_vectors(shape, vectors, i);
    std::fill(sums.begin() + static_cast<std::ptrdiff_t>(from),
              sums.begin() + static_cast<std::ptrdiff_t>(to), 0.0);
    const std::size_t keys = shaw_keys(shape, i);
    for (std::size_t j = 0; j < keys; ++j) sums[shaw_vector(vectors, i, j)] += scale * gradient[at + j];
    for (std::size_t c = 0; c < width; ++c) {
      double of_query = 0;
      for (std::size_t r = from; r < to; ++r) {
        of_query += sums[r] * double{table[r * width + c]};
        out.table[r * width + c] += sums[r] * double{rows[query + c]};
      }
      out.rows[query + c] += static_cast<float>(of_query);
    }
  });
}

} // namespace posenc
