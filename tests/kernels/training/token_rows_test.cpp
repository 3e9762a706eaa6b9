// Rows of the embedding and of positions, and their gradients, against the formula in wide precision.
#include "kernels/training/token_rows.hpp"

#include <catch_amalgamated.hpp>

#include "differences.hpp"
#include "random_values.hpp"
#include "reference/training.hpp"

using namespace posenc;

using Floats = std::vector<float>;

TEST_CASE("token_rows looks up, and adds gradients of words that come again", "[training]") {
  const std::vector<std::int32_t> tokens = {2, 0, 2, 2};
  const Floats embedding = {1, 2, 3, 4, 5, 6}, table = {10, 20, 30, 40};
  Floats out(8), words(6), positions(4);
  token_rows(tokens, embedding, table, 2, 2, out);
  CHECK(out == Floats{15, 26, 31, 42, 15, 26, 35, 46});
  token_rows_backward(tokens, Floats{1, 2, 3, 4, 5, 6, 7, 8}, 2, 2, words, positions);
  CHECK(words == Floats{3, 4, 0, 0, 13, 16});
  CHECK(positions == Floats{6, 8, 10, 12});
}
