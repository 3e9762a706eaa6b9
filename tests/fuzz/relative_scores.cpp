#include <cmath>

#include "fuzz/score_block.hpp"
#include "fuzz/targets.hpp"
#include "kernels/bias/deberta.hpp"
#include "kernels/bias/shaw.hpp"
#include "kernels/bias/transformer_xl.hpp"
#include "reference/relative_scores.hpp"

namespace posenc::fuzz {
namespace {

using reference::Wide;

void check_shaw(Bytes& bytes) {
  const ScoreBlock block = block_of(bytes);
  const std::size_t shared = bytes.count(1, 2), heads = shared * bytes.count(1, 2), width = bytes.count(1, 9);
  const auto clip = static_cast<std::uint32_t>(bytes.count(0, 5));
  const ShawShape shape{block, heads, width, clip};
  const reference::Shaw exact{
      block.queries,           block.keys, heads, width, static_cast<long>(block.offset),
      static_cast<long>(clip), shared};
  const auto q = bytes.finite_floats(block.queries * heads * width);
  const auto table = bytes.finite_floats((2 * clip + 1) * shared * width);
  const auto weights = bytes.finite_floats(heads * block.queries * block.keys);
  std::vector<float> scores(weights.size()), out(q.size());
  shaw_scores(q, {table, shared}, shape, 1, scores);
  shaw_values(weights, {table, shared}, shape, out);
  const auto due_scores = reference::shaw_scores(exact, q, table),
             due = reference::shaw_values(exact, weights, table);
  const auto largest = [](const std::vector<float>& x) {
    float result = 0;
    for (const float value : x) result = std::fmax(result, std::fabs(value));
    return static_cast<double>(result);
  };
  const double of_score = static_cast<double>(width * width) * 0x1p-53 * largest(q) * largest(table);
  const double of_sum =
      static_cast<double>(block.keys * block.keys) * 0x1p-53 * largest(weights) * largest(table);
  for (std::size_t n = 0; n < scores.size(); ++n)
    require_near(scores[n], due_scores[n], of_score, "shaw_scores");
  for (std::size_t n = 0; n < out.size(); ++n) require_near(out[n], due[n], of_sum, "shaw_values");
}

void check_deberta(Bytes& bytes) {
  const ScoreBlock block = block_of(bytes);
  const std::size_t heads = bytes.count(1, 3), width = bytes.count(1, 9);
  const auto reach = static_cast<std::uint32_t>(bytes.count(1, 6));
  const auto q = tame(bytes.floats(block.queries * heads * width)),
             k = tame(bytes.floats(block.keys * heads * width));
  const auto keys = tame(bytes.floats(2 * reach * heads * width)), queries = tame(bytes.floats(keys.size()));
  const bool with_keys = bytes.flag(), with_queries = bytes.flag();
  const std::span<const float> none;
  std::vector<float> scores(heads * block.queries * block.keys);
  deberta_scores({q, k, {with_keys ? keys : none, heads}, {with_queries ? queries : none, heads}},
                 {block, heads, width, reach}, 0.5, scores);
  const reference::Deberta exact{
      block.queries, block.keys, heads, width, static_cast<long>(block.offset), static_cast<long>(reach)};
  const auto first = reference::content_to_position(exact, q, keys);
  const auto second = reference::position_to_content(exact, k, queries);
  for (std::size_t n = 0; n < scores.size(); ++n) {
    const Wide sum = (with_keys ? first[n] : Wide(0)) + (with_queries ? second[n] : Wide(0));
    require_near(scores[n], sum / 2, static_cast<double>(width * width) * 0x1p-47, "deberta_scores");
  }
}

void check_transformer_xl(Bytes& bytes) {
  const ScoreBlock block = block_of(bytes);
  const std::size_t heads = bytes.count(1, 3), width = bytes.count(1, 9);
  const auto q = tame(bytes.floats(block.queries * heads * width)),
             k = tame(bytes.floats(block.keys * heads * width));
  const auto u = tame(bytes.floats(heads * width)), v = tame(bytes.floats(heads * width));
  const auto positions = tame(bytes.floats(relative_positions(block) * heads * width));
  const TransformerXLTerms terms{bytes.flag(), bytes.flag(), bytes.flag(), bytes.flag()};
  std::vector<float> scores(heads * block.queries * block.keys);
  transformer_xl_scores({q, k, positions, u, v}, terms, {block, heads, width}, 0.25, scores);
  const auto exact =
      reference::transformer_xl({block.queries, block.keys, heads, width, q, k, u, v, positions});
  for (std::size_t n = 0; n < scores.size(); ++n) {
    Wide sum = 0;
    if (terms.content_content) sum += exact.content_content[n];
    if (terms.content_position) sum += exact.content_position[n];
    if (terms.bias_content) sum += exact.bias_content[n];
    if (terms.bias_position) sum += exact.bias_position[n];
    require_near(scores[n], sum / 4, static_cast<double>(width * width) * 0x1p-45, "transformer_xl_scores");
  }
}

} // namespace

void relative_scores(Bytes& bytes) {
  bytes.pick({check_shaw, check_deberta, check_transformer_xl})(bytes);
}

} // namespace posenc::fuzz
