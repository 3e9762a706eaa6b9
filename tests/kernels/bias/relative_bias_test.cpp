// A vector of relative positions against the matrix it stands for, and what is hidden.
#include "kernels/bias/relative_bias.hpp"

#include <algorithm>
#include <catch_amalgamated.hpp>
#include <limits>
#include <span>
#include <vector>

using namespace posenc;

namespace {

constexpr float hidden_score = -std::numeric_limits<float>::infinity();

/// Each entry is its own relative position, plus 1000 a head.
std::vector<float> vector_of(const ScoreBlock& block, std::size_t heads) {
  const std::size_t count = relative_positions(block);
  std::vector<float> vector(heads * count);
  for (std::size_t h = 0; h < heads; ++h)
    for (std::size_t n = 0; n < count; ++n)
      vector[h * count + n] = static_cast<float>(1000.0 * static_cast<double>(h) + first_relative(block) +
                                                 static_cast<double>(n));
  return vector;
}

} // namespace

TEST_CASE("relative_bias: every score finds its relative position", "[relative_bias]") {
  for (const std::size_t queries : {0, 1, 2, 5, 13})
    for (const std::size_t keys : {0, 1, 3, 4, 17})
      for (const std::size_t heads : {0, 1, 3})
        for (const double offset : {0.0, 4.0, 100.0}) {
          const ScoreBlock block{queries, keys, offset};
          std::vector<float> matrix(heads * queries * keys, 7);
          spread_relative(vector_of(block, heads), block, 0, matrix);
          std::size_t at = 0, wrong = 0;
          for (std::size_t h = 0; h < heads; ++h)
            for (std::size_t i = 0; i < queries; ++i)
              for (std::size_t j = 0; j < keys; ++j, ++at) {
                const double relative = static_cast<double>(j) - static_cast<double>(i) - offset;
                wrong += matrix[at] != static_cast<float>(1000.0 * static_cast<double>(h) + relative);
                wrong += relative != relative_position(block, i, j);
              }
          CHECK(wrong == 0);
        }
}

TEST_CASE("relative_bias: keys after their query are hidden, in the matrix and in the vector",
          "[relative_bias]") {
  for (const ScoreBlock block : {ScoreBlock{4, 6, 0},
                                 {3, 5, 2},
                                 {2, 3, 9},
                                 {6, 2, 0},
                                 {1, 1, 0},
                                 {0, 4, 1},
                                 {3, 0, 0},
                                 {2, 4, 0x1p53 - 8}}) {
    constexpr std::size_t heads = 2;
    std::vector<float> matrix(heads * block.queries * block.keys, 7);
    hide_future(matrix, block, 0);
    std::vector<float> vector(heads * relative_positions(block), 7);
    if (!vector.empty()) hide_future(vector, relative_row(block), 0);
    std::vector<float> spread(matrix.size());
    spread_relative(vector, block, 0, spread);
    CHECK(spread == matrix);
    std::size_t at = 0, wrong = 0;
    for (std::size_t h = 0; h < heads; ++h)
      for (std::size_t i = 0; i < block.queries; ++i)
        for (std::size_t j = 0; j < block.keys; ++j, ++at)
          wrong += matrix[at] != (relative_position(block, i, j) > 0 ? hidden_score : 7);
    CHECK(wrong == 0);
  }
}

TEST_CASE("relative_bias: rows of a table are spread like biases", "[relative_bias]") {
  const ScoreBlock block{3, 4, 2};
  const std::vector<std::int32_t> vector{0, 1, 2, 3, 4, 5};
  std::vector<std::int32_t> matrix(12);
  spread_relative(vector, block, 0, matrix);
  CHECK(matrix == std::vector<std::int32_t>{2, 3, 4, 5, 1, 2, 3, 4, 0, 1, 2, 3});
}

TEST_CASE("relative_bias: any rows of a bias are those of the whole", "[relative_bias]") {
  constexpr std::size_t heads = 2;
  const ScoreBlock block{3, 4, 1};
  const std::vector<float> vector = vector_of(block, heads);
  for (const bool causal : {false, true}) {
    std::vector<float> whole(heads * 12);
    spread_relative(vector, block, 0, whole);
    if (causal) hide_future(whole, block, 0);
    for (std::size_t first = 0; first <= heads * 3; ++first)
      for (std::size_t rows = 0; first + rows <= heads * 3; ++rows) {
        std::vector<float> part(rows * 4, 7);
        finish_bias(vector, block, causal, first, part);
        CHECK(std::ranges::equal(part, std::span(whole).subspan(first * 4, rows * 4)));
      }
  }
}
