// Learned rows are those of the table, bit by bit.
#include "kernels/additive/learned.hpp"

#include <bit>
#include <catch_amalgamated.hpp>
#include <limits>
#include <vector>

#include "random_values.hpp"

using namespace posenc;

TEST_CASE("learned: rows in any order, more than once", "[learned]") {
  RandomValues random(1);
  for (const std::size_t width : {1u, 3u, 8u}) {
    auto table = random.floats(6 * width);
    table[0] = std::numeric_limits<float>::quiet_NaN();
    table[width] = -0.0f;
    const std::vector<double> positions{5, 0, 0, 3, 1};
    std::vector<float> out(positions.size() * width, -77);
    learned_rows(table, 6, positions, out);
    for (std::size_t t = 0; t < positions.size(); ++t)
      for (std::size_t c = 0; c < width; ++c) {
        const float expected = table[static_cast<std::size_t>(positions[t]) * width + c];
        REQUIRE(std::bit_cast<std::uint32_t>(out[t * width + c]) == std::bit_cast<std::uint32_t>(expected));
      }
  }
  learned_rows(std::vector<float>(4), 2, {}, {});
}
