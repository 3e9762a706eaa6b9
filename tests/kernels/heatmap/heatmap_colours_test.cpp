// The palette's bins, its ends, and what is not a number.
#include "kernels/heatmap/heatmap.hpp"

#include <algorithm>
#include <array>
#include <catch_amalgamated.hpp>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

using namespace posenc;

TEST_CASE("heatmap_colours: 256 equal bins, ends clamped, NaN transparent", "[heatmap]") {
  std::array<std::uint32_t, 256> palette;
  for (std::uint32_t k = 0; k < 256; ++k) palette[k] = 0xff000000u | k;
  constexpr float infinity = std::numeric_limits<float>::infinity();
  constexpr float nan = std::numeric_limits<float>::quiet_NaN();
  const struct {
    float value;
    std::uint32_t colour;
  } cases[] = {{-1, 0},      {-0.9921875f, 1}, {-0.99219f, 0}, {-0x1p-7f, 127},   {-0x1p-8f, 127}, {0, 128},
               {-0.0f, 128}, {0x1p-7f, 129},   {0.9921f, 254}, {0.9921875f, 255}, {1, 255},        {2, 255},
               {-2, 0},      {infinity, 255},  {-infinity, 0}, {3e38f, 255},      {1e-42f, 128}};
  std::vector<float> values;
  std::vector<std::uint32_t> expected;
  for (const auto& [value, colour] : cases) {
    values.insert(values.end(), {value, nan});
    expected.insert(expected.end(), {palette[colour], 0});
  }
  for (std::size_t n = 0; n <= values.size(); ++n) { // every tail
    std::vector<std::uint32_t> rgba(n + 1, 7);
    heatmap_colours(std::span(values).first(n), palette, std::span(rgba).first(n));
    CHECK(std::equal(rgba.begin(), rgba.end() - 1, expected.begin()));
    CHECK(rgba[n] == 7);
  }
  for (std::uint32_t k = 0; k < 256; ++k) {
    const float middle = (static_cast<float>(k) + 0.5f) / 128 - 1;
    std::uint32_t rgba = 0;
    heatmap_colours({&middle, 1}, palette, {&rgba, 1});
    CHECK(rgba == palette[k]);
  }
}
