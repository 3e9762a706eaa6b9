// The sigmoid linear unit against wide precision.
#include "kernels/layers/silu.hpp"

#include <bit>
#include <catch_amalgamated.hpp>
#include <cmath>
#include <limits>

#include "random_values.hpp"
#include "reference/layers.hpp"
#include "ulps.hpp"

using namespace posenc;

namespace {

std::vector<float> silu_of(const std::vector<float>& x) {
  std::vector<float> out(x.size(), 7.0f);
  silu(x, out);
  return out;
}

} // namespace

TEST_CASE("silu is within 0.501 ULP", "[silu]") {
  RandomValues random(1);
  std::vector<float> x = random.floats(3000, -6, 6);
  const auto far = random.floats(1000, -115, 90);
  x.insert(x.end(), far.begin(), far.end());
  for (const float size : {1e-45f, 1e-38f, 1e-20f, 1e-6f, 1e-3f, 0.5f, 4.0f, 17.0f, 103.5f, 111.9f})
    for (const float sign : {-1.0f, 1.0f}) x.push_back(sign * size);
  const auto got = silu_of(x);
  double worst = 0.0;
  for (std::size_t i = 0; i < x.size(); ++i)
    worst = std::max(worst, ulps(got[i], reference::silu(static_cast<double>(x[i]))));
  CHECK(worst <= 0.501);
}

TEST_CASE("silu at its limits", "[silu]") {
  const float inf = std::numeric_limits<float>::infinity();
  const auto got = silu_of({0.0f, -0.0f, inf, -inf, std::nanf(""), -1e30f, 1e30f});
  const auto bits = [&](std::size_t i) { return std::bit_cast<std::uint32_t>(got[i]); };
  CHECK(bits(0) == 0);
  CHECK(bits(1) == 0x80000000u);
  CHECK(got[2] == inf);
  CHECK(bits(3) == 0x80000000u);
  CHECK(bits(4) == 0x7fc00000u);
  CHECK(bits(5) == 0x80000000u);
  CHECK(got[6] == 1e30f);
}

TEST_CASE("silu of any number of entries, in place as elsewhere", "[silu]") {
  RandomValues random(2);
  for (const std::size_t count : {0, 1, 2, 3, 4, 5, 7, 8, 13}) {
    std::vector<float> x = random.floats(count);
    const auto apart = silu_of(x);
    for (std::size_t i = 0; i < count; ++i) CHECK(silu_of({x[i]})[0] == apart[i]);
    silu(x, x);
    CHECK(x == apart);
  }
}
