// Transformer-XL's terms against the definitions, and tests/fixtures/scores.json.
#include "kernels/bias/transformer_xl.hpp"

#include <catch_amalgamated.hpp>
#include <cmath>
#include <vector>

#include "kernels/table/sincos_table.hpp"
#include "random_values.hpp"
#include "reference/relative_scores.hpp"

using namespace posenc;
using reference::Wide;

TEST_CASE("transformer_xl: tests/fixtures/scores.json, transformerXl, from the encoding on",
          "[transformer_xl]") {
  const ScoreBlock block{2, 4, 2};
  std::vector<Frequency> frequencies(2);
  geometric_frequencies(frequencies, 10000, 2, 4);
  std::vector<float> encoding(relative_positions(block) * 4), positions(relative_positions(block) * 2);
  sincos_table(frequencies, block.offset + 1 - static_cast<double>(block.keys), relative_positions(block),
               halves(4), encoding);
  transformer_xl_positions(encoding, std::vector<float>{1, 0, 2, -1, 0, 1, 1, 3}, 4, positions);

  const std::vector<float> q{1, 2, 0, -1}, k{2, 0, 1, 1, -1, 3, 0, 2}, u{1, -1}, v{2, 0};
  const TransformerXLInput input{q, k, positions, u, v};
  const auto check = [&](TransformerXLTerms terms, const std::vector<double>& expected) {
    std::vector<float> scores(8);
    transformer_xl_scores(input, terms, {block, 1, 2}, 1, scores);
    for (std::size_t n = 0; n < 8; ++n) CHECK(std::abs(static_cast<double>(scores[n]) - expected[n]) < 1e-6);
  };
  check({true, false, false, false}, {2, 3, 5, 4, 0, -1, -3, -2});
  check({false, true, false, false},
        {4.283707447356667198202205, 8.022429877032115094522623, 9, 6.299488574079655422487449,
         -2.03865310484901275231343, -2.603251850145924027607009, -3.550152140452302215424253, -4});
  check({false, false, true, false}, {2, 0, -4, -2, 2, 0, -4, -2});
  check({false, false, false, true},
        {-1.845592505870361714023624, 1.844251192255021327348235, 2, -1.521632746976564699261774,
         -5.676830037780022417429119, -1.845592505870361714023624, 1.844251192255021327348235, 2});
  check({true, true, true, true},
        {6.438114941486305484178581, 12.86668106928713642187086, 12, 6.777855827103090723225675,
         -5.715483142629035169742549, -5.448844356016285741630633, -8.705900948197280888076018, -6});
}

TEST_CASE("transformer_xl: any block and width, each term and their sum", "[transformer_xl]") {
  RandomValues random(10);
  for (const std::size_t queries : {0, 1, 2, 7})
    for (const std::size_t keys : {0, 1, 5, 19})
      for (const std::size_t width : {1, 3, 4, 5, 8, 31, 64}) {
        const std::size_t heads = random.integer(1, 4);
        const ScoreBlock block{queries, keys, 3};
        const auto q = random.floats(queries * heads * width), k = random.floats(keys * heads * width);
        const auto u = random.floats(heads * width), v = random.floats(heads * width);
        const auto p = random.floats(relative_positions(block) * heads * width);
        const reference::TransformerXLScores wide =
            reference::transformer_xl({queries, keys, heads, width, q, k, u, v, p});
        double worst = 0;
        for (unsigned asked = 0; asked < 16; ++asked) {
          const TransformerXLTerms terms{(asked & 1) != 0, (asked & 2) != 0, (asked & 4) != 0,
                                         (asked & 8) != 0};
          std::vector<float> scores(heads * queries * keys);
          transformer_xl_scores({q, k, p, u, v}, terms, {block, heads, width}, 0.75, scores);
          for (std::size_t n = 0; n < scores.size(); ++n) {
            Wide sum = 0;
            if (terms.content_content) sum += wide.content_content[n];
            if (terms.content_position) sum += wide.content_position[n];
            if (terms.bias_content) sum += wide.bias_content[n];
            if (terms.bias_position) sum += wide.bias_position[n];
            const double exact = 0.75 * static_cast<double>(sum);
            const double bound = 0x1p-24 * std::abs(exact) + 1e-13 * static_cast<double>(width);
            worst = std::max(worst, std::abs(static_cast<double>(scores[n]) - exact) / bound);
          }
        }
        INFO(queries << " x " << keys << ", width " << width);
        CHECK(worst <= 1);
      }
}

TEST_CASE("transformer_xl: positions are projected row by row", "[transformer_xl]") {
  RandomValues random(11);
  for (const std::size_t rows : {0, 1, 3})
    for (const std::size_t width : {1, 4, 7, 32})
      for (const std::size_t channels : {1, 5}) {
        const auto encoding = random.floats(rows * width), weight = random.floats(channels * width);
        std::vector<float> positions(rows * channels);
        transformer_xl_positions(encoding, weight, width, positions);
        for (std::size_t n = 0; n < positions.size(); ++n) {
          const double exact = static_cast<double>(reference::inner_product(
              encoding.data() + n / channels * width, weight.data() + n % channels * width, width));
          CHECK(std::abs(static_cast<double>(positions[n]) - exact) <=
                0x1p-24 * std::abs(exact) + 1e-14 * static_cast<double>(width));
        }
      }
}

TEST_CASE("transformer_xl: r begins with the distance of the first query to the last key",
          "[transformer_xl]") {
  CHECK(first_distance({1, 1, 0}) == 0);
  CHECK(first_distance({3, 5, 2}) == -2); // offset + 1 − S
  CHECK(first_distance({2, 4, 100}) == 97);
}
