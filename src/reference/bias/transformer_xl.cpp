#include "reference/bias/transformer_xl.hpp"

#include "reference/arithmetic/inner_product.hpp"

namespace posenc::reference {

TransformerXLScores transformer_xl(const TransformerXL& in) {
  TransformerXLScores scores;
  for (std::size_t h = 0; h < in.heads; ++h)
    for (std::size_t i = 0; i < in.queries; ++i)
      for (std::size_t j = 0; j < in.keys; ++j) {
        const float* q = in.q.data() + (i * in.heads + h) * in.width;
        const float* k = in.k.data() + (j * in.heads + h) * in.width;
        const float* p = in.positions.data() + ((i - j + in.keys - 1) * in.heads + h) * in.width;
        scores.content_content.push_back(inner_product(q, k, in.width));
        scores.content_position.push_back(inner_product(q, p, in.width));
        scores.bias_content.push_back(inner_product(in.u.data() + h * in.width, k, in.width));
        scores.bias_position.push_back(inner_product(in.v.data() + h * in.width, p, in.width));
      }
  return scores;
}

} // namespace posenc::reference
