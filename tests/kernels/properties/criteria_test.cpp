// Distances between rows against every pair in wide precision, and the range of a table.
#include "kernels/properties/criteria.hpp"

#include <algorithm>
#include <catch_amalgamated.hpp>
#include <cmath>
#include <vector>

#include "kernels/properties/table_doubles.hpp"
#include "random_values.hpp"
#include "reference/properties.hpp"
#include "sinusoidal_schedule.hpp"

using namespace posenc;
using reference::Wide;

namespace {

RowDistances distances(const std::vector<double>& table, std::size_t width, double slice = 1e9) {
  const double rows = static_cast<double>(table.size() / width);
  RowDistances state;
  while (state.next_offset < rows) row_distances(table, width, state.next_offset + slice - 1, state);
  return state;
}

double root(Wide square) {
  return std::sqrt(static_cast<double>(square));
}

struct Expected {
  double smallest = 1e300, spread = 0;
};

Expected expected(const std::vector<double>& table, std::size_t width) {
  std::vector<std::vector<Wide>> rows(table.size() / width);
  for (std::size_t n = 0; n < table.size(); ++n) rows[n / width].push_back(Wide(table[n]));
  Expected result;
  for (std::size_t offset = 1; offset < rows.size(); ++offset) {
    const auto [smallest, largest] = reference::offset_distances(rows, offset);
    result.smallest = std::min(result.smallest, root(smallest));
    result.spread = std::max(result.spread, root(largest) - root(smallest));
  }
  return result;
}

} // namespace

TEST_CASE("criteria: any table of any shape, against every pair of rows", "[criteria]") {
  RandomValues random(5);
  for (const std::size_t width : {1, 2, 3, 4, 7, 16})
    for (const std::size_t rows : {1, 2, 3, 4, 5, 6, 9, 30}) {
      std::vector<double> table(rows * width);
      for (double& value : table) value = random.real(-2, 2);
      const RowDistances got = distances(table, width);
      CAPTURE(width, rows);
      if (rows == 1) {
        CHECK(std::isinf(got.smallest));
        continue;
      }
      const Expected exact = expected(table, width);
      CHECK(std::abs(got.smallest - exact.smallest) <= 1e-11 * exact.smallest);
      CHECK(std::abs(got.spread - exact.spread) <= 1e-14 * static_cast<double>(width));
      const auto a = static_cast<std::size_t>(got.smallest_row);
      const std::size_t b = a + static_cast<std::size_t>(got.smallest_offset);
      double squared = 0;
      for (std::size_t c = 0; c < width; ++c)
        squared +=
            (table[a * width + c] - table[b * width + c]) * (table[a * width + c] - table[b * width + c]);
      CHECK(std::abs(std::sqrt(squared) - got.smallest) <= 1e-14 * got.smallest);
      for (const double slice : {1.0, 3.0, 4.0}) {
        const RowDistances sliced = distances(table, width, slice);
        CHECK(sliced.smallest == got.smallest);
        CHECK(sliced.spread == got.spread);
        CHECK(sliced.next_offset == static_cast<double>(rows));
      }
    }
}

TEST_CASE("criteria: the paper's rows are unlike each other, and their distance depends on the offset",
          "[criteria]") {
  const SinusoidalSchedule schedule(512);
  std::vector<double> table(200 * 512);
  table_doubles(schedule.frequencies, schedule.both(), 0, interleaved(512), table);
  const RowDistances got = distances(table, 512);
  CHECK(std::abs(got.smallest - 3.714270365128803881618728) <= 1e-13);
  CHECK(got.smallest_row == 0);
  CHECK(got.smallest_offset == 1);
  CHECK(got.spread <= 1e-13);
}

TEST_CASE("criteria: with sines alone the distance depends on the position too", "[criteria]") {
  const SinusoidalSchedule schedule(16, 10000, 1, 16);
  std::vector<double> table(512 * 16);
  table_doubles(schedule.frequencies, {16, 0}, 0, {0, 0, 1, 16}, table);
  const RowDistances got = distances(table, 16);
  // tests/fixtures/properties.json, simplePeSteps
  CHECK(std::abs(got.smallest - 0.1801741997198931779009216) <= 1e-13);
  CHECK(got.smallest_row == 114);
  CHECK(got.smallest_offset == 1);
  CHECK(got.spread >= 1.154665501765897999464491 - 0.1801741997198931779009216);
}

TEST_CASE("criteria: equal rows are found, and of them the first at the smallest offset", "[criteria]") {
  const std::vector<double> table{0, 1, 2, 3, 4, 1, 6, 3};
  const RowDistances got = distances(table, 1);
  CHECK(got.smallest == 0);
  CHECK(got.smallest_row == 1);
  CHECK(got.smallest_offset == 4);
}

TEST_CASE("criteria: the range of a table", "[criteria]") {
  const std::vector<double> index{0, 1, 2, 3, 4};
  const TableRange range = table_range(index);
  CHECK(range.smallest == 0);
  CHECK(range.largest == 4);
  CHECK(range.mean == 2);
  const SinusoidalSchedule schedule(512);
  std::vector<double> table(512 * 512);
  table_doubles(schedule.frequencies, schedule.both(), 0, interleaved(512), table);
  // tests/fixtures/properties.json, means
  CHECK(std::abs(table_range(table).mean - 0.2672597416993949661927356) <= 1e-12);
  CHECK(table_range(table).smallest >= -1);
  CHECK(table_range(table).largest == 1);
}
