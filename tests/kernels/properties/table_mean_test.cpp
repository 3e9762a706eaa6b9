// Means in closed form against sums in wide precision.
#include "kernels/properties/table_mean.hpp"

#include <catch_amalgamated.hpp>
#include <cmath>

#include "reference/properties.hpp"
#include "sinusoidal_schedule.hpp"

using namespace posenc;
using reference::Wide;

namespace {

double mean(std::size_t width, double rows) {
  const SinusoidalSchedule schedule(width);
  return table_mean(schedule.frequencies, schedule.both(), 0, rows);
}

} // namespace

TEST_CASE("table_mean: tests/fixtures/properties.json, means", "[table_mean]") {
  CHECK(std::abs(mean(512, 50) - 0.3951474685988349661485064) <= 0x1p-50);
  CHECK(std::abs(mean(512, 512) - 0.2672597416993949661927356) <= 0x1p-50);
  CHECK(std::abs(mean(512, 5000) - 0.1323703700616253982268621) <= 0x1p-50);
  CHECK(std::abs(mean(512, 45000) - 0.008768491490850991786060254) <= 0x1p-50);
  CHECK(std::abs(mean(50, 20) - 0.436897912719262813643377) <= 0x1p-50);
  CHECK(std::abs(mean(2, 10) - 0.1188416632363963318221147) <= 0x1p-50);
}

TEST_CASE("table_mean: any columns, starts and numbers of rows", "[table_mean]") {
  for (const std::size_t pairs : {1, 2, 7})
    for (const Columns columns : {Columns{pairs, pairs}, {pairs, 0}, {0, pairs}, {pairs, pairs - 1}})
      for (const double start : {0.0, 17.0, -5.0, -1000.25, 0x1p33 + 1})
        for (const std::size_t rows : {1, 2, 3, 100, 129}) {
          CAPTURE(pairs, columns.sines, columns.cosines, start, rows);
          const SinusoidalSchedule schedule(2 * pairs);
          const Wide exact = reference::table_mean(schedule.encoding(columns), start, rows);
          const double got = table_mean(schedule.frequencies, columns, start, static_cast<double>(rows));
          CHECK(std::abs(static_cast<double>(Wide(got) - exact)) <= 0x1p-50);
        }
}

TEST_CASE("table_mean: pairs that stand still have the mean of sin 0 and cos 0", "[table_mean]") {
  const std::vector<Frequency> still{frequency({})};
  CHECK(table_mean(still, {1, 1}, 3, 0x1p52) == 0.5);
  CHECK(std::abs(mean(512, 0x1p50)) <= 1e-10); // and those that turn cancel out
}
