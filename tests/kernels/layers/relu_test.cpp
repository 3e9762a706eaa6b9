// The rectified linear unit.
#include "kernels/layers/relu.hpp"

#include <bit>
#include <catch_amalgamated.hpp>
#include <cmath>
#include <limits>

#include "random_values.hpp"
#include "reference/layers.hpp"

using namespace posenc;

TEST_CASE("relu is exact for any number of entries, in place as elsewhere", "[relu]") {
  RandomValues random(1);
  for (const std::size_t count : {0, 1, 2, 3, 4, 5, 7, 8, 13}) {
    std::vector<float> x = random.floats(count), apart(count, 7.0f);
    relu(x, apart);
    for (std::size_t i = 0; i < count; ++i)
      CHECK(static_cast<double>(apart[i]) == static_cast<double>(reference::relu(static_cast<double>(x[i]))));
    relu(x, x);
    CHECK(x == apart);
  }
}

TEST_CASE("relu at its limits", "[relu]") {
  const float inf = std::numeric_limits<float>::infinity();
  std::vector<float> x = {inf, -inf, -std::nanf(""), -0.0f, 1e-45f, -1e-45f};
  relu(x, x);
  CHECK(x[0] == inf);
  CHECK(x[1] == 0.0f);
  CHECK(std::bit_cast<std::uint32_t>(x[2]) == 0x7fc00000u);
  CHECK(x[3] == 0.0f);
  CHECK(x[4] == 1e-45f);
  CHECK(x[5] == 0.0f);
}
