// Numbers looked up in a table with a column for each head.
#include "kernels/bias/indexed_bias.hpp"

#include <catch_amalgamated.hpp>
#include <vector>

using namespace posenc;

TEST_CASE("indexed_bias: each head reads its column, row by row of the index", "[indexed_bias]") {
  for (const std::size_t heads : {1, 2, 5})
    for (const std::size_t rows : {1, 4, 9}) {
      std::vector<float> table(rows * heads);
      for (std::size_t n = 0; n < table.size(); ++n) table[n] = static_cast<float>(n);
      std::vector<std::int32_t> index;
      for (std::size_t n = 0; n < 3 * rows; ++n) index.push_back(static_cast<std::int32_t>(n * n % rows));
      std::vector<float> out(heads * index.size(), -1);
      indexed_bias(index, table, heads, 0, out);
      std::size_t wrong = 0;
      for (std::size_t h = 0; h < heads; ++h)
        for (std::size_t n = 0; n < index.size(); ++n)
          wrong += out[h * index.size() + n] != static_cast<float>(n * n % rows * heads + h);
      CHECK(wrong == 0);
    }
}

TEST_CASE("indexed_bias: an empty index looks nothing up", "[indexed_bias]") {
  const std::vector<float> table{1, 2};
  std::vector<float> out;
  indexed_bias({}, table, 2, 0, out);
  CHECK(out.empty());
}
