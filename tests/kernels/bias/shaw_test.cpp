// Shaw's scores and values against the definitions, and tests/fixtures/scores.json.
#include "kernels/bias/shaw.hpp"

#include <catch_amalgamated.hpp>
#include <cmath>
#include <limits>
#include <vector>

#include "random_values.hpp"
#include "reference/relative_scores.hpp"

using namespace posenc;
using reference::Wide;

TEST_CASE("shaw: tests/fixtures/scores.json, shaw", "[shaw]") {
  const std::vector<float> query{1, 2, 0, -1, 3, 1, -2, 2};
  const std::vector<float> keys{1, 0, 0, 1, 1, 1, -1, 2, 2, -2};
  const ShawShape shape{{4, 4, 0}, 1, 2, 2};
  std::vector<float> scores(16);
  shaw_scores(query, {keys, 1}, shape, 1, scores);
  CHECK(scores == std::vector<float>{3, 3, -2, -2, -1, -1, -2, 2, 3, 1, 4, -1, -2, -2, 2, 0});
  shaw_scores(query, {keys, 1}, shape, 0.5, scores);
  CHECK(scores[0] == 1.5f);

  std::vector<std::int32_t> rows(15);
  shaw_rows(3, -7, rows);
  CHECK(rows == std::vector<std::int32_t>{0, 0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 6, 6, 6, 6});

  // output − Σ weight · value of the record, in its last row
  const std::vector<float> weights{0.00001202898505359991064540263f, 0.0002035163372987904663897436f,
                                   0.985621472223728703156962f, 0.01416298245891890646600289f};
  const std::vector<float> values{0, 1, 1, 0, -1, 1, 2, 2, 3, 0};
  std::vector<float> out(2);
  shaw_values(weights, {values, 1}, {{1, 4, 3}, 1, 2, 2}, out);
  const double content[] = {1 * 0.00001202898505359991 + 2 * 0.00020351633729879047 +
                                4 * 0.014162982458918906,
                            -0.00001202898505359991 + 3 * 0.985621472223728703 + 0.014162982458918906};
  CHECK(std::abs(static_cast<double>(out[0]) + content[0] - 1.028529481245136603398396) < 1e-7);
  CHECK(std::abs(static_cast<double>(out[1]) + content[1] - 2.985393897916322712869281) < 3e-7);
}

TEST_CASE("shaw: any block, width, clip and sharing of tables", "[shaw]") {
  RandomValues random(8);
  for (const std::size_t queries : {0, 1, 2, 7})
    for (const std::size_t keys : {0, 1, 5, 19})
      for (const std::size_t width : {1, 2, 3, 4, 5, 8, 13, 63, 64, 65, 129}) {
        const std::size_t table_heads = random.integer(1, 2), heads = table_heads * random.integer(1, 3);
        const auto clip = static_cast<std::uint32_t>(random.integer(0, 6));
        const std::size_t offset = random.integer(0, 9);
        const ShawShape shape{{queries, keys, static_cast<double>(offset)}, heads, width, clip};
        const reference::Shaw wide{
            queries, keys, heads, width, static_cast<long>(offset), static_cast<long>(clip), table_heads};
        const auto q = random.floats(queries * heads * width);
        const auto table = random.floats((2 * clip + 1) * table_heads * width);
        const auto weights = random.floats(heads * queries * keys, 0, 1);

        std::vector<float> scores(heads * queries * keys), out(queries * heads * width);
        shaw_scores(q, {table, table_heads}, shape, 0.375, scores);
        shaw_values(weights, {table, table_heads}, shape, out);
        const std::vector<Wide> exact_scores = reference::shaw_scores(wide, q, table);
        const std::vector<Wide> exact_out = reference::shaw_values(wide, weights, table);
        double worst = 0;
        for (std::size_t n = 0; n < scores.size(); ++n) {
          const double exact = 0.375 * static_cast<double>(exact_scores[n]);
          const double bound = 0x1p-24 * std::abs(exact) + 1e-13 * static_cast<double>(width);
          worst = std::max(worst, std::abs(static_cast<double>(scores[n]) - exact) / bound);
        }
        for (std::size_t n = 0; n < out.size(); ++n) {
          const double exact = static_cast<double>(exact_out[n]);
          const double bound = 0x1p-24 * std::abs(exact) + 1e-13 * static_cast<double>(keys + 1);
          worst = std::max(worst, std::abs(static_cast<double>(out[n]) - exact) / bound);
        }
        INFO(queries << " x " << keys << ", width " << width << ", clip " << clip << ", offset " << offset);
        CHECK(worst <= 1);
      }
}

TEST_CASE("shaw: far positions use the clipped rows, and weights of 0 read nothing", "[shaw]") {
  const float nan = std::nanf("");
  const std::vector<float> table{1, 2, nan}, query{3}, weights{0.5f, 0.5f, 0.0f};
  std::vector<float> scores(3), out(1);
  shaw_scores(query, {table, 1}, {{1, 3, 0x1p53 - 3}, 1, 1, 1}, 1, scores);
  CHECK(scores == std::vector<float>{3, 3, 3});
  shaw_values(weights, {table, 1}, {{1, 3, 1}, 1, 1, 1}, out); // the third key has the NaN
  CHECK(out[0] == 1.5f);
}
