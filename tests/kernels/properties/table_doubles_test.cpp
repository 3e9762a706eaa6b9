// Tables in double against wide precision, in every layout and with any columns.
#include "kernels/properties/table_doubles.hpp"

#include <catch_amalgamated.hpp>
#include <cmath>
#include <vector>

#include "sinusoidal_schedule.hpp"

using namespace posenc;
using reference::Wide;

namespace {

bool is_close(double value, Wide exact) {
  return std::abs(static_cast<double>(Wide(value) - exact)) <= 0x1p-51 * std::abs(static_cast<double>(exact));
}

} // namespace

TEST_CASE("table_doubles: each column that there is, to 2^-51", "[table_doubles]") {
  for (const std::size_t pairs : {1, 2, 5, 8})
    for (const Columns columns : {Columns{pairs, pairs}, {pairs, 0}, {0, pairs}, {pairs, pairs - 1}})
      for (const double start : {0.0, -2.0, 16777000.0, 0.25}) {
        CAPTURE(pairs, columns.sines, columns.cosines, start);
        const SinusoidalSchedule schedule(2 * pairs);
        const reference::Encoding encoding = schedule.encoding(columns);
        constexpr std::size_t rows = 5;
        const std::size_t width = columns.width() + 1;
        std::vector<double> table(rows * width, 7.0);
        table_doubles(schedule.frequencies, columns, start, {0, columns.sines, 1, width}, table);
        std::size_t wrong = 0;
        for (std::size_t t = 0; t < rows; ++t) {
          const std::vector<Wide> exact = encoding.row(Wide(start) + Wide(t));
          for (std::size_t c = 0; c < exact.size(); ++c) wrong += !is_close(table[t * width + c], exact[c]);
          wrong += table[t * width + width - 1] != 7.0;
        }
        CHECK(wrong == 0);
      }
}

TEST_CASE("table_doubles: tests/fixtures/properties.json, tables", "[table_doubles]") {
  const SinusoidalSchedule schedule(50);
  std::vector<double> table(20 * 50);
  table_doubles(schedule.frequencies, schedule.both(), 0, interleaved(50), table);
  const auto check = [&](std::size_t t, std::size_t c, double value) {
    CHECK(std::abs(table[t * 50 + c] - value) <= 0x1p-51 * value);
  };
  check(1, 0, 0.8414709848078965066525023);
  check(2, 2, 0.982541399283348800252453);
  check(19, 30, 0.07556825409608231160458321);
  check(19, 34, 0.03619584537854292354026164);
  check(19, 40, 0.01198790239670318510845079);
  check(19, 48, 0.002746332112110422493572589);
}
