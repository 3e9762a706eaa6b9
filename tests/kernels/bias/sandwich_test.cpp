// Sandwich against the sum of cosines in wide precision, both ways of counting the pairs.
#include "kernels/bias/sandwich.hpp"

#include <catch_amalgamated.hpp>
#include <cmath>
#include <vector>

#include "reference/bias.hpp"

using namespace posenc;
using reference::Wide;

namespace {

std::vector<float> bias(const reference::Sandwich& settings, const std::vector<double>& ratios, double first,
                        std::size_t count) {
  std::vector<Frequency> frequencies(settings.width / 2 + settings.first_pair);
  geometric_frequencies(frequencies, settings.base, 2, static_cast<std::uint32_t>(settings.width));
  std::vector<float> out(ratios.size() * count);
  sandwich(std::span(frequencies).subspan(settings.first_pair), ratios, first, out);
  return out;
}

} // namespace

TEST_CASE("sandwich: tests/fixtures/bias.json, sandwich", "[sandwich]") {
  const auto value = [](std::size_t width, double base, std::size_t first_pair, double distance) {
    return bias({width, base, first_pair}, {1}, distance, 1)[0];
  };
  CHECK(value(128, 10000, 0, 0) == 64.0f);
  CHECK(value(128, 10000, 0, 1) == 62.09368380576762465407181f);
  CHECK(value(128, 10000, 0, 1000) == 10.17772813221064608612961f);
  CHECK(value(128, 10000, 0, 65535) == 2.745020146204558497118356f);
  CHECK(value(128, 10000, 1, 1) == 62.55338149489948494083754f);
  CHECK(value(128, 10000, 1, 65535) == 3.516363037775993226386121f);
  CHECK(value(8, 100, 0, 3) == 1.543600977215048107720732f);
  CHECK(value(8, 100, 1, 1000) == 0.524520401732443032719309f);
}

TEST_CASE("sandwich: the bound holds for any pairs, heads, lengths and distances", "[sandwich]") {
  for (const std::size_t width : {2, 4, 6, 8, 30, 130})
    for (const std::size_t first_pair : {0, 1})
      for (const std::size_t heads : {0, 1, 3, 12})
        for (const double first : {-2.0, -16777219.0, 0x1p31}) {
          constexpr std::size_t count = 5;
          std::vector<double> ratios(heads);
          sandwich_ratios(ratios);
          const reference::Sandwich settings{width, 10000, first_pair};
          const std::vector<float> out = bias(settings, ratios, first, count);
          for (std::size_t h = 0; h < heads; ++h) {
            CHECK(ratios[h] == 8.0 * static_cast<double>(h + 1) / static_cast<double>(heads));
            for (std::size_t n = 0; n < count; ++n) {
              const Wide sum = reference::sandwich(settings, first + static_cast<double>(n));
              const double off = static_cast<double>(Wide(out[h * count + n]) - sum / Wide(ratios[h]));
              const auto pairs = static_cast<double>(width / 2);
              const double size = std::abs(static_cast<double>(out[h * count + n]));
              CHECK(std::abs(off) <= 0x1p-24 * size + pairs * pairs * 0x1p-52 / ratios[h]);
            }
          }
        }
}
