// Similarity and distance against rows of wide precision, by the law and for tables without one.
#include "kernels/properties/similarity.hpp"

#include <algorithm>
#include <catch_amalgamated.hpp>
#include <cmath>

#include "reference/properties.hpp"
#include "sinusoidal_schedule.hpp"

using namespace posenc;
using reference::Wide;

namespace {

void check_pair(std::size_t width, double offset, double inner, double distance) {
  CAPTURE(width, offset);
  const Similarity got = similarity(SinusoidalSchedule(width).frequencies, offset);
  CHECK(std::abs(got.inner - inner) <= 1e-13);
  CHECK(std::abs(std::sqrt(got.squared_distance) - distance) <= 1e-14 * distance);
}

double inner_bound(std::size_t pairs) {
  return static_cast<double>((pairs + 16) * (pairs + 16)) * 0x1p-54;
}

double distance_bound(std::size_t pairs, Wide squared_distance) {
  return static_cast<double>(pairs + 32) * 0x1p-53 * static_cast<double>(squared_distance);
}

double off(double value, Wide exact) {
  return std::abs(static_cast<double>(Wide(value) - exact));
}

} // namespace

TEST_CASE("similarity: tests/fixtures/properties.json, offsets", "[similarity]") {
  check_pair(512, 0, 256, 0);
  check_pair(512, 1, 249.1020978273629709470983, 3.714270365128803881618728);
  check_pair(512, 10, 173.7897249236634305353364, 12.82265768679305963048923);
  check_pair(512, 1000, 44.9716048445030029805883, 20.54402079221577292158479);
  check_pair(512, 1000000, -6.748125121170703840777304, 22.92370498506603551778675);
  check_pair(50, 20, 15.00593298710217394684308, 4.470809101918315199661949);
  check_pair(16, 1, 7.485166243487500175008778, 1.014725338712402337525411);
  check_pair(2, 3, -0.9899924966004454572715728, 1.994989973208108861883447);
}

TEST_CASE("similarity: steps of sines alone, tests/fixtures/properties.json, simplePeSteps", "[similarity]") {
  const SinusoidalSchedule schedule(16, 10000, 1, 16);
  double smallest = 10, largest = 0;
  double smallest_at = -1, largest_at = -1;
  for (double t = 0; t < 511; ++t) {
    const double step = std::sqrt(similarity_at(schedule.frequencies, {16, 0}, t, 1).squared_distance);
    if (step < smallest) smallest = step, smallest_at = t;
    if (step > largest) largest = step, largest_at = t;
  }
  CHECK(smallest_at == 114);
  CHECK(largest_at == 279);
  CHECK(std::abs(smallest - 0.1801741997198931779009216) <= 1e-15);
  CHECK(std::abs(largest - 1.154665501765897999464491) <= 1e-15);
}

TEST_CASE("similarity: the bounds hold for any pairs, bases, offsets and positions", "[similarity]") {
  for (const std::size_t width : {2, 4, 6, 18, 66})
    for (const double base : {2.0, 1e4, 1e9}) {
      const SinusoidalSchedule schedule(width, base);
      const std::size_t pairs = width / 2;
      for (const double offset : {0.0, 1.0, -1.0, 0.25, 710.0, 4272943.0, 16777217.0, 0x1p40 + 1}) {
        CAPTURE(width, base, offset);
        const auto law = schedule.encoding(schedule.both());
        const auto exact = reference::similarity(law.row(0), law.row(Wide(offset)));
        const Similarity got = similarity(schedule.frequencies, offset);
        CHECK(off(got.inner, exact.inner) <= inner_bound(pairs));
        CHECK(off(got.squared_distance, exact.squared_distance) <=
              distance_bound(pairs, exact.squared_distance));
        for (const Columns columns : {Columns{pairs, pairs}, {pairs, 0}, {0, pairs}, {pairs, pairs - 1}})
          for (const double position : {0.0, 3.0, -100000.5}) {
            CAPTURE(columns.sines, columns.cosines, position);
            const auto table = schedule.encoding(columns);
            const auto direct =
                reference::similarity(table.row(Wide(position)), table.row(Wide(position) + Wide(offset)));
            const Similarity at = similarity_at(schedule.frequencies, columns, position, offset);
            CHECK(off(at.inner, direct.inner) <= inner_bound(pairs));
            CHECK(off(at.squared_distance, direct.squared_distance) <=
                  distance_bound(pairs, exact.squared_distance));
          }
      }
    }
}

TEST_CASE("similarity: a run of offsets is the single ones", "[similarity]") {
  const SinusoidalSchedule schedule(14);
  std::vector<Similarity> law(9), direct(9);
  similarities(schedule.frequencies, -4, law);
  similarities_at(schedule.frequencies, {7, 3}, 1000, -4, direct);
  for (std::size_t n = 0; n < law.size(); ++n) {
    const double offset = static_cast<double>(n) - 4;
    CHECK(law[n].inner == similarity(schedule.frequencies, offset).inner);
    CHECK(law[n].squared_distance == similarity(schedule.frequencies, offset).squared_distance);
    CHECK(direct[n].inner == similarity_at(schedule.frequencies, {7, 3}, 1000, offset).inner);
    CHECK(direct[n].squared_distance ==
          similarity_at(schedule.frequencies, {7, 3}, 1000, offset).squared_distance);
  }
  CHECK(law[4].squared_distance == 0); // no offset, no distance
  CHECK(direct[4].squared_distance == 0);
}
