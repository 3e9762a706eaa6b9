#include "kernels/bias/transformer_xl.hpp"

#include <cassert>

#include "kernels/arithmetic/dot.hpp"
#include "kernels/bias/score_terms.hpp"

namespace posenc {

void transformer_xl_positions(std::span<const float> encoding, std::span<const float> weight,
                              std::size_t encoding_width, std::span<float> positions) {
  if (positions.empty()) return;
  const std::size_t offsets = encoding.size() / encoding_width;
  const std::size_t channels = weight.size() / encoding_width; // NH · C
  assert(positions.size() == offsets * channels);
  for (std::size_t d = 0; d < offsets; ++d)
    for (std::size_t c = 0; c < channels; ++c)
      positions[d * channels + c] = canonical(dot(encoding.subspan(d * encoding_width, encoding_width),
                                                  weight.subspan(c * encoding_width, encoding_width)));
}

void transformer_xl_scores(const TransformerXLInput& input, TransformerXLTerms terms,
                           const TransformerXLShape& shape, double scale, std::span<float> scores) {
  const auto& [block, heads, width, first_head] = shape;
  const TokenVectors q{input.q, heads, width}, k{input.k, heads, width};
  const TokenVectors u{input.u, heads, width}, v{input.v, heads, width};
  const TokenVectors positions{input.positions, heads, width};
  put_scores(block, first_head, scores, [&](std::size_t h, std::size_t i, std::size_t j) {
    const std::size_t d = input.first_position + i + shape.block.keys - 1 - j;
    double sum = 0;
    if (terms.content_content) sum += dot(q.at(i, h), k.at(j, h));
    if (terms.content_position) sum += dot(q.at(i, h), positions.at(d, h));
    if (terms.bias_content) sum += dot(u.at(0, h), k.at(j, h));
    if (terms.bias_position) sum += dot(v.at(0, h), positions.at(d, h));
    return scale * sum;
  });
}

} // namespace posenc
