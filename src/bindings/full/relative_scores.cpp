/// Scores and values by vectors of relative positions, and the rows of the tables that they read.
#include <emscripten/bind.h>

#include "bindings/slices.hpp"
#include "kernels/bias/deberta.hpp"
#include "kernels/bias/relative_bias.hpp"
#include "kernels/bias/shaw.hpp"
#include "kernels/bias/transformer_xl.hpp"
#include "kernels/table/sincos_table.hpp"

namespace posenc::bindings {
namespace {

// The structs are written from JavaScript: a change of their layout must not go unnoticed.
static_assert(sizeof(ScoreBlock) == 16 && sizeof(ShawShape) == 32 && offsetof(ShawShape, clip) == 24 &&
              sizeof(TransformerXLShape) == 24 && sizeof(DebertaShape) == 32 &&
              sizeof(TransformerXLTerms) == 4);

void fill_shaw_scores(Address list, std::size_t table_heads, double scale, bool causal) {
  const auto& [shape, scores, q, table] = slices<4>(list);
  const ShawShape& of = shape.as<ShawShape>();
  shaw_scores(q, {table, table_heads}, of, scale, scores);
  if (causal) hide_future(scores, of.heads, of.block);
}

void fill_shaw_values(Address list, std::size_t table_heads) {
  const auto& [shape, out, weights, table] = slices<4>(list);
  shaw_values(weights, {table, table_heads}, shape.as<ShawShape>(), out);
}

void fill_transformer_xl_scores(Address list, std::size_t encoding_width, double scale, bool causal) {
  const auto& [frequencies, shape, scores, q, k, u, v, weight, terms, encoding, positions] = slices<11>(list);
  const TransformerXLShape& of = shape.as<TransformerXLShape>();
  sincos_table(frequencies, first_distance(of.block), relative_positions(of.block), halves(encoding_width),
               encoding);
  transformer_xl_positions(encoding, weight, encoding_width, positions);
  transformer_xl_scores({q, k, positions, u, v}, terms.as<TransformerXLTerms>(), of, scale, scores);
  if (causal) hide_future(scores, of.heads, of.block);
}

void fill_deberta_scores(Address list, std::size_t key_heads, std::size_t query_heads, double scale,
                         bool causal) {
  const auto& [shape, scores, q, k, key_table, query_table] = slices<6>(list);
  const DebertaShape& of = shape.as<DebertaShape>();
  deberta_scores({q, k, {key_table, key_heads}, {query_table, query_heads}}, of, scale, scores);
  if (causal) hide_future(scores, of.heads, of.block);
}

void shaw_index(Address list, std::uint32_t clip) {
  const auto& [block, vector, matrix] = slices<3>(list);
  shaw_rows(clip, first_relative(block.as<ScoreBlock>()), vector);
  spread_relative(vector, block.as<ScoreBlock>(), matrix);
}

void deberta_index(Address list, int term, std::uint32_t reach) {
  const auto& [block, vector, matrix] = slices<3>(list);
  deberta_rows(DebertaTerm(term), reach, first_relative(block.as<ScoreBlock>()), vector);
  spread_relative(vector, block.as<ScoreBlock>(), matrix);
}

} // namespace

EMSCRIPTEN_BINDINGS(relative_scores) {
  using emscripten::function;
  function("shawScores", &fill_shaw_scores);
  function("shawValues", &fill_shaw_values);
  function("transformerXLScores", &fill_transformer_xl_scores);
  function("debertaScores", &fill_deberta_scores);
  function("shawIndex", &shaw_index);
  function("debertaIndex", &deberta_index);
}

} // namespace posenc::bindings
