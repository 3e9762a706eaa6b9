#include "kernels/training/shaw_values.hpp"

#include <array>
#include <cassert>

#include "kernels/arithmetic/dot.hpp"
#include "kernels/training/shaw_vectors.hpp"
#include "kernels/training/strided_tile.hpp"

namespace posenc {

namespace {

using Sums = std::array<double, most_shaw_vectors>;

/// Calls visit(b, h, i, the vectors of its keys, the sum of the weights that each of them has) for each query of each head.
template <class Visit>
void each_query(std::span<const float> weights, std::size_t vectors, const HeadAttention& shape,
                const Visit& visit) {
  const std::size_t stride = padded(shape.length);
  assert(vectors % 2 == 1 && vectors <= most_shaw_vectors);
  Sums sums;
  for (std::size_t b = 0; b < shape.sequences; ++b)
    for (std::size_t h = 0; h < shape.heads; ++h)
      for (std::size_t i = 0; i < shape.length; ++i) {
        const ShawVectors seen = shaw_vectors(shape, vectors, i);
        for (std::size_t r = seen.from; r < seen.to; ++r) sums[r] = 0;
        const float* const row = &weights[((b * shape.heads + h) * stride + i) * stride];
        for (std::size_t j = 0; j < shaw_keys(shape, i); ++j)
          sums[shaw_vector(vectors, i, j)] += double{row[j]};
        visit(b, h, i, seen, sums);
      }
}

std::size_t place_of(const HeadAttention& shape, std::size_t b, std::size_t h, std::size_t i) {
  return ((b * shape.length + i) * shape.heads + h) * shape.head_dim;
}

} // namespace

void shaw_values(std::span<const float> weights, std::span<const float> table, const HeadAttention& shape,
                 std::span<float> out) {
  const std::size_t width = shape.head_dim;
  each_query(weights, table.size() / width, shape,
             [&](std::size_t b, std::size_t h, std::size_t i, const ShawVectors& seen, const Sums& sums) {
               float* const to = &out[place_of(shape, b, h, i)];
               for (std::size_t c = 0; c < width; ++c) {
                 double sum = 0;
                 for (std::size_t r = seen.from; r < seen.to; ++r)
                   sum += sums[r] * double{table[r * width + c]};
                 to[c] += static_cast<float>(sum);
               }
             });
}

void shaw_values_backward(std::span<const float> gradient, std::span<const float> weights,
                          std::span<const float> table, const HeadAttention& shape,
                          const ShawValueGradients& out) {
  const std::size_t width = shape.head_dim, vectors = table.size() / width;
  std::array<float, most_shaw_vectors> of_weight;
  each_query(weights, vectors, shape,
             [&](std::size_t b, std::size_t h, std::size_t i, const ShawVectors& seen, const Sums& sums) {
               const float* const g = &gradient[place_of(shape, b, h, i)];
               for (std::size_t r = seen.from; r < seen.to; ++r) {
                 of_weight[r] = static_cast<float>(dot(g, &table[r * width], width));
                 for (std::size_t c = 0; c < width; ++c) out.table[r * width + c] += sums[r] * double{g[c]};
               }
               float* const row = &out.weights[shape.bias.row(b, h, i)];
               for (std::size_t j = 0; j < shaw_keys(shape, i); ++j)
                 row[j] = of_weight[shaw_vector(vectors, i, j)];
             });
}

} // namespace posenc
