// The sum of two arrays.
#include "kernels/layers/add.hpp"

#include <bit>
#include <catch_amalgamated.hpp>
#include <cmath>
#include <limits>

#include "random_values.hpp"
#include "reference/layers.hpp"

using namespace posenc;

TEST_CASE("add is correctly rounded for any number of entries, in place as elsewhere", "[add]") {
  RandomValues random(1);
  for (const std::size_t count : {0, 1, 2, 3, 4, 5, 7, 8, 13}) {
    const std::vector<float> a = random.floats(count, -9, 9), b = random.floats(count);
    std::vector<float> apart(count, 7.0f), first = a, second = b;
    add(a, b, apart);
    for (std::size_t i = 0; i < count; ++i) CHECK(apart[i] == static_cast<float>(reference::add(a[i], b[i])));
    add(first, b, first);
    CHECK(first == apart);
    add(a, second, second);
    CHECK(second == apart);
  }
}

TEST_CASE("add at its limits", "[add]") {
  const float inf = std::numeric_limits<float>::infinity(), nan = -std::nanf("");
  const std::vector<float> a = {nan, 1.0f, inf, inf, 3.4e38f, -0.0f, 1e-45f},
                           b = {1.0f, nan, -inf, -3.4e38f, 3.4e38f, -0.0f, 1e-45f};
  std::vector<float> out(a.size());
  add(a, b, out);
  const auto bits = [&](std::size_t i) { return std::bit_cast<std::uint32_t>(out[i]); };
  CHECK(bits(0) == 0x7fc00000u);
  CHECK(bits(1) == 0x7fc00000u);
  CHECK(bits(2) == 0x7fc00000u);
  CHECK(out[3] == inf);
  CHECK(out[4] == inf);
  CHECK(bits(5) == 0x80000000u);
  CHECK(bits(6) == 2);
}
