#include "reference/bias/deberta.hpp"

#include "reference/arithmetic/inner_product.hpp"

namespace posenc::reference {
namespace {

template <class Term> std::vector<Wide> scores(const Deberta& shape, const Term& term) {
  std::vector<Wide> result;
  for (std::size_t h = 0; h < shape.heads; ++h)
    for (std::size_t i = 0; i < shape.queries; ++i)
      for (std::size_t j = 0; j < shape.keys; ++j) result.push_back(term(h, i, j));
  return result;
}

} // namespace

std::size_t deberta_row(long i, long j, long reach) {
  if (i - j <= -reach) return 0;
  if (i - j >= reach) return static_cast<std::size_t>(2 * reach - 1);
  return static_cast<std::size_t>(i - j + reach);
}

std::vector<Wide> content_to_position(const Deberta& shape, std::span<const float> q,
                                      std::span<const float> table) {
  return scores(shape, [&](std::size_t h, std::size_t i, std::size_t j) {
    const std::size_t row =
        deberta_row(static_cast<long>(i) + shape.offset, static_cast<long>(j), shape.reach);
    return inner_product(q.data() + (i * shape.heads + h) * shape.width,
                         table.data() + (row * shape.heads + h) * shape.width, shape.width);
  });
}

std::vector<Wide> position_to_content(const Deberta& shape, std::span<const float> k,
                                      std::span<const float> table) {
  return scores(shape, [&](std::size_t h, std::size_t i, std::size_t j) {
    const std::size_t row =
        deberta_row(static_cast<long>(j), static_cast<long>(i) + shape.offset, shape.reach);
    return inner_product(k.data() + (j * shape.heads + h) * shape.width,
                         table.data() + (row * shape.heads + h) * shape.width, shape.width);
  });
}

} // namespace posenc::reference
