#include "reference/bias/shaw.hpp"

#include "reference/arithmetic/inner_product.hpp"

namespace posenc::reference {
namespace {

const float* vector(const Shaw& shape, std::span<const float> table, std::size_t i, std::size_t j,
                    std::size_t head) {
  const std::size_t row = shaw_row(static_cast<long>(i) + shape.offset, static_cast<long>(j), shape.clip);
  const std::size_t shared = head / (shape.heads / shape.table_heads);
  return table.data() + (row * shape.table_heads + shared) * shape.width;
}

} // namespace

std::size_t shaw_row(long query, long key, long clip) {
  long relative = key - query;
  if (relative > clip) relative = clip;
  if (relative < -clip) relative = -clip;
  return static_cast<std::size_t>(relative + clip);
}

std::vector<Wide> shaw_scores(const Shaw& shape, std::span<const float> q, std::span<const float> table) {
  std::vector<Wide> scores;
  for (std::size_t h = 0; h < shape.heads; ++h)
    for (std::size_t i = 0; i < shape.queries; ++i)
      for (std::size_t j = 0; j < shape.keys; ++j)
        scores.push_back(inner_product(q.data() + (i * shape.heads + h) * shape.width,
                                       vector(shape, table, i, j, h), shape.width));
  return scores;
}

std::vector<Wide> shaw_values(const Shaw& shape, std::span<const float> weights,
                              std::span<const float> table) {
  std::vector<Wide> out;
  for (std::size_t i = 0; i < shape.queries; ++i)
    for (std::size_t h = 0; h < shape.heads; ++h)
      for (std::size_t c = 0; c < shape.width; ++c) {
        Wide sum = 0;
        for (std::size_t j = 0; j < shape.keys; ++j)
          sum += Wide(weights[(h * shape.queries + i) * shape.keys + j]) *
                 Wide(vector(shape, table, i, j, h)[c]);
        out.push_back(sum);
      }
  return out;
}

} // namespace posenc::reference
