// A matrix of scores made in parts, some queries of one head or some heads at a time, against the whole.
#include <algorithm>
#include <catch_amalgamated.hpp>
#include <vector>

#include "kernels/bias/deberta.hpp"
#include "kernels/bias/fire.hpp"
#include "kernels/bias/indexed_bias.hpp"
#include "kernels/bias/shaw.hpp"
#include "kernels/bias/swin.hpp"
#include "kernels/bias/transformer_xl.hpp"
#include "random_values.hpp"

using namespace posenc;

namespace {

constexpr std::size_t all_heads = 4, head_width = 3;
constexpr ScoreBlock all_scores{7, 5, 3};

struct Part {
  std::size_t first_head, heads, first_query;
  ScoreBlock block;

  std::size_t size() const { return heads * block.queries * block.keys; }
  std::span<const float> queries(const std::vector<float>& q) const {
    return std::span(q).subspan(first_query * 4 * head_width, block.queries * 4 * head_width);
  }
};

/// Two heads at a time with all queries, and two queries at a time of each head.
std::vector<Part> parts() {
  std::vector<Part> all{{0, 2, 0, all_scores}, {2, 2, 0, all_scores}};
  for (std::size_t h = 0; h < all_heads; ++h)
    for (std::size_t i = 0; i < all_scores.queries; i += 2)
      all.push_back({h,
                     1,
                     i,
                     {std::min<std::size_t>(2, all_scores.queries - i), all_scores.keys,
                      all_scores.offset + static_cast<double>(i)}});
  return all;
}

/// fill(part, out) gives the scores of a part.
template <class Fill> void check_parts(const Fill& fill) {
  std::vector<float> expected(all_heads * all_scores.queries * all_scores.keys);
  fill(Part{0, all_heads, 0, all_scores}, expected);
  for (const Part& part : parts()) {
    std::vector<float> out(part.size());
    fill(part, out);
    const auto* const from =
        expected.data() + (part.first_head * all_scores.queries + part.first_query) * all_scores.keys;
    CHECK(std::equal(out.begin(), out.end(), from));
  }
}

} // namespace

TEST_CASE("scores in parts: fire, shaw, deberta, transformer_xl", "[score_parts]") {
  RandomValues random(11);
  const auto q = random.floats(all_scores.queries * all_heads * head_width),
             k = random.floats(all_scores.keys * all_heads * head_width);
  const auto table = random.floats(24 * all_heads * head_width), u = random.floats(all_heads * head_width);
  const auto hidden = random.floats(6), bias = random.floats(6), output = random.floats(6 * all_heads);
  check_parts([&](const Part& part, std::span<float> out) {
    fire({0.5, 5}, {hidden, bias, output, {}}, part.first_head, part.block, out);
  });
  check_parts([&](const Part& part, std::span<float> out) {
    const ShawShape shape{part.block, all_heads, head_width, 4, part.first_head};
    shaw_scores(part.queries(q), {table, 2}, shape, 0.5, out);
  });
  check_parts([&](const Part& part, std::span<float> out) {
    const DebertaShape shape{part.block, all_heads, head_width, 6, part.first_head};
    deberta_scores({part.queries(q), k, {table, all_heads}, {table, 2}}, shape, 0.5, out);
  });
  check_parts([&](const Part& part, std::span<float> out) {
    const TransformerXLInput input{part.queries(q), k, table, u, u, part.first_query};
    transformer_xl_scores(input, {true, true, true, true},
                          {part.block, all_heads, head_width, part.first_head}, 0.5, out);
  });
}

TEST_CASE("scores in parts: shaw_values, which changes no other heads", "[score_parts]") {
  RandomValues random(12);
  const auto weights = random.floats(all_heads * all_scores.queries * all_scores.keys),
             table = random.floats(9 * head_width);
  std::vector<float> expected(all_scores.queries * all_heads * head_width), out(expected.size());
  shaw_values(weights, {table, 1}, {all_scores, all_heads, head_width, 4}, expected);
  for (std::size_t h = 0; h < all_heads; ++h) {
    const auto of_head = std::span(weights).subspan(h * all_scores.queries * all_scores.keys,
                                                    all_scores.queries * all_scores.keys);
    shaw_values(of_head, {table, 1}, {all_scores, all_heads, head_width, 4, h}, out);
  }
  CHECK(out == expected);
}

TEST_CASE("scores in parts: swin_index and indexed_bias", "[score_parts]") {
  constexpr SwinWindow window{2, 3};
  constexpr std::size_t cells = 6;
  RandomValues random(13);
  const auto table = random.floats(swin_offsets(window) * all_heads);
  std::vector<std::int32_t> index(cells * cells);
  swin_index(window, 0, index);
  std::vector<float> expected(all_heads * cells * cells);
  indexed_bias(index, table, all_heads, 0, expected);
  for (std::size_t first = 0; first < cells; first += 2)
    for (std::size_t h = 0; h < all_heads; ++h) {
      std::vector<std::int32_t> rows(2 * cells);
      std::vector<float> out(2 * cells);
      swin_index(window, first, rows);
      indexed_bias(rows, table, all_heads, h, out);
      CHECK(std::equal(out.begin(), out.end(), expected.data() + (h * cells + first) * cells));
    }
}
