// DeBERTa's terms against the definitions, and tests/fixtures/scores.json.
#include "kernels/bias/deberta.hpp"

#include <catch_amalgamated.hpp>
#include <cmath>
#include <vector>

#include "random_values.hpp"
#include "reference/relative_scores.hpp"

using namespace posenc;
using reference::Wide;

TEST_CASE("deberta: tests/fixtures/scores.json, deberta", "[deberta]") {
  const std::vector<float> query{1, 2, 0, -1, 3, 1, -2, 2}, key{2, 0, 1, 1, -1, 3, 0, 2};
  const std::vector<float> query_table{1, 1, 0, 2, -1, 0, 3, -1}, key_table{2, 1, 1, -1, 0, 1, -2, 2};
  const DebertaShape shape{{4, 4, 0}, 1, 2, 2};
  const std::vector<float> to_position{2, -1, 4, 4, -2, -1, 1, -1, -4, -4, 1, 2, 8, 8, 8, 2};
  const std::vector<float> from_position{-2, 2, -6, -2, 0, -1, -6, -2, 2, 2, 1, -2, 2, 2, 6, 0};
  std::vector<float> scores(16);
  deberta_scores({query, key, {key_table, 1}, {}}, shape, 1, scores);
  CHECK(scores == to_position);
  deberta_scores({query, key, {}, {query_table, 1}}, shape, 1, scores);
  CHECK(scores == from_position);
  deberta_scores({query, key, {key_table, 1}, {query_table, 1}}, shape, 0.5, scores);
  for (std::size_t n = 0; n < scores.size(); ++n)
    CHECK(scores[n] == 0.5f * (to_position[n] + from_position[n]));

  std::vector<std::int32_t> rows(23); // indexK4: its last row, then its first
  deberta_rows(DebertaTerm::content_to_position, 4, -11, rows);
  CHECK(rows ==
        std::vector<std::int32_t>{7, 7, 7, 7, 7, 7, 7, 7, 7, 6, 5, 4, 3, 2, 1, 0, 0, 0, 0, 0, 0, 0, 0});
  deberta_rows(DebertaTerm::position_to_content, 4, -11, rows);
  CHECK(rows ==
        std::vector<std::int32_t>{0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 7, 7, 7, 7, 7, 7, 7, 7});
}

TEST_CASE("deberta: any block, width and reach", "[deberta]") {
  RandomValues random(9);
  for (const std::size_t queries : {0, 1, 2, 7})
    for (const std::size_t keys : {0, 1, 5, 19})
      for (const std::size_t width : {1, 3, 4, 5, 8, 31, 64}) {
        const std::size_t heads = random.integer(1, 4), offset = random.integer(0, 9);
        const auto reach = static_cast<std::uint32_t>(random.integer(1, 8));
        const reference::Deberta wide{
            queries, keys, heads, width, static_cast<long>(offset), static_cast<long>(reach)};
        const auto q = random.floats(queries * heads * width), k = random.floats(keys * heads * width);
        const auto key_table = random.floats(2 * reach * heads * width);
        const auto query_table = random.floats(2 * reach * heads * width);
        const std::vector<Wide> to_position = reference::content_to_position(wide, q, key_table);
        const std::vector<Wide> from_position = reference::position_to_content(wide, k, query_table);
        std::vector<float> scores(heads * queries * keys);
        deberta_scores({q, k, {key_table, heads}, {query_table, heads}},
                       {{queries, keys, static_cast<double>(offset)}, heads, width, reach}, 0.75, scores);
        double worst = 0;
        for (std::size_t n = 0; n < scores.size(); ++n) {
          const double exact = 0.75 * static_cast<double>(to_position[n] + from_position[n]);
          const double bound = 0x1p-24 * std::abs(exact) + 1e-13 * static_cast<double>(width);
          worst = std::max(worst, std::abs(static_cast<double>(scores[n]) - exact) / bound);
        }
        INFO(queries << " x " << keys << ", width " << width << ", reach " << reach << ", offset " << offset);
        CHECK(worst <= 1);
      }
}
