// ALiBi against the recursion in wide precision, and against published-formula numbers.
#include "kernels/bias/alibi.hpp"

#include <catch_amalgamated.hpp>
#include <cmath>
#include <vector>

#include "kernels/bias/relative_bias.hpp"
#include "reference/bias.hpp"
#include "ulps.hpp"

using namespace posenc;
using reference::Wide;

namespace {

std::vector<double> slopes(std::size_t heads) {
  std::vector<double> result(heads);
  alibi_slopes(result);
  return result;
}

std::vector<float> bias(std::size_t heads, double first_relative, std::size_t count) {
  std::vector<float> out(heads * count);
  alibi(slopes(heads), first_relative, out);
  return out;
}

} // namespace

TEST_CASE("alibi: every slope of up to 65536 heads rounds to the nearest float", "[alibi]") {
  // Fewer heads, or a number that is no power of two, have slopes that are among these.
  constexpr std::size_t heads = 65536;
  const std::vector<double> all = slopes(heads);
  std::size_t wrong = 0;
  for (std::size_t h = 0; h < heads; ++h) {
    const Wide exact = reference::alibi_slope(h, heads);
    wrong += static_cast<float>(all[h]) != static_cast<float>(exact);
    wrong += std::abs(static_cast<double>((Wide(all[h]) - exact) / exact)) > 0x1p-51;
  }
  CHECK(wrong == 0);
}

TEST_CASE("alibi: slopes of any number of heads follow the paper's rule", "[alibi]") {
  for (std::size_t heads = 0; heads <= 130; ++heads) {
    const std::vector<double> all = slopes(heads);
    for (std::size_t h = 0; h < heads; ++h)
      CHECK(static_cast<float>(all[h]) == static_cast<float>(reference::alibi_slope(h, heads)));
  }
}

TEST_CASE("alibi: slopes with another steepness follow the rule to the stated error", "[alibi]") {
  for (const double bias_max : {1.0, 4.0, 7.3, 16.0, 120.0})
    for (std::size_t heads = 1; heads <= 70; ++heads) {
      std::vector<double> all(heads);
      alibi_slopes(all, bias_max);
      for (std::size_t h = 0; h < heads; ++h) {
        const Wide exact = reference::alibi_slope(h, heads, bias_max);
        const double off = std::abs(static_cast<double>((Wide(all[h]) - exact) / exact));
        CHECK(off <= 0x1p-51 + bias_max * 0x1p-53);
      }
    }
}

TEST_CASE("alibi: slopes and biases of tests/fixtures/bias.json, alibi", "[alibi]") {
  CHECK(slopes(1) == std::vector{0.00390625});
  CHECK(slopes(3) == std::vector{0.0625, 0.00390625, 0.25});
  CHECK(slopes(6) == std::vector{0.25, 0.0625, 0.015625, 0.00390625, 0.5, 0.125});
  const std::vector<double> twelve = slopes(12);
  CHECK(static_cast<float>(twelve[8]) == 0.7071067811865475244008444f);
  CHECK(static_cast<float>(twelve[11]) == 0.08838834764831844055010555f);

  CHECK(bias(3, 1 - 1000, 1) == std::vector{-62.4375f, -3.90234375f, -249.75f});
  CHECK(bias(3, 9 - 2, 1) == std::vector{-0.4375f, -0.02734375f, -1.75f});
  const std::vector<float> far = bias(12, -0x1p24, 1);
  CHECK(far[0] == -8388608.0f);
  CHECK(far[8] == -11863283.20303144411113824f);
  CHECK(far[9] == -5931641.601515722055569118f);
  CHECK(far[11] == -1482910.40037893051389228f);
}

TEST_CASE("alibi: a block behind a cache, tests/fixtures/bias.json, alibi.cached", "[alibi]") {
  const ScoreBlock block{2, 5, 3};
  const std::vector<float> vector = bias(2, first_relative(block), relative_positions(block));
  std::vector<float> matrix(2 * 2 * 5);
  spread_relative(vector, block, 0, matrix);
  CHECK(matrix == std::vector{-0.1875f,     -0.125f,      -0.0625f,     0.0f,         -0.0625f,
                              -0.25f,       -0.1875f,     -0.125f,      -0.0625f,     0.0f,
                              -0.01171875f, -0.0078125f,  -0.00390625f, 0.0f,         -0.00390625f,
                              -0.015625f,   -0.01171875f, -0.0078125f,  -0.00390625f, 0.0f});
}

TEST_CASE("alibi: biases round once, at every length and distance", "[alibi]") {
  for (const std::size_t heads : {1, 2, 3, 7, 8, 12, 71})
    for (const std::size_t count : {0, 1, 2, 3, 4, 5, 7, 8, 17, 101})
      for (const double first : {-3.0, 0.0, -16777221.0, 0x1p31, -0x1p53}) {
        const std::vector<float> out = bias(heads, first, count);
        double worst = 0;
        for (std::size_t h = 0; h < heads; ++h)
          for (std::size_t n = 0; n < count; ++n) {
            const Wide exact = reference::alibi(h, heads, first + static_cast<double>(n));
            worst = std::max(worst, ulps(out[h * count + n], exact));
          }
        INFO(heads << " heads, " << count << " from " << first);
        CHECK(worst <= 0.5 + 0x1p-26);
      }
}

TEST_CASE("alibi: no distance is +0", "[alibi]") {
  CHECK_FALSE(std::signbit(bias(1, 0, 1)[0]));
}
