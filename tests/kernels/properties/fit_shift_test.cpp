// The fitted shift against R(k), the normal equations in wide precision, and the fixtures.
#include "kernels/properties/fit_shift.hpp"

#include <algorithm>
#include <catch_amalgamated.hpp>
#include <cmath>
#include <vector>

#include "kernels/properties/shift_matrix.hpp"
#include "kernels/properties/table_doubles.hpp"
#include "random_values.hpp"
#include "reference/properties.hpp"
#include "sinusoidal_schedule.hpp"

using namespace posenc;
using reference::Wide;

namespace {

struct Fit {
  std::vector<double> matrix;
  ShiftFit quality;
};

Fit fit(const std::vector<double>& table, std::size_t width, std::size_t offset) {
  Fit result{std::vector<double>(width * width), {}};
  std::vector<double> scratch(fit_shift_scratch(width));
  result.quality = fit_shift(table, width, offset, result.matrix, scratch);
  return result;
}

/// Sines and cosines that there are, in runs; `count` rows and as many more as the shift needs.
std::vector<double> runs(std::size_t width, Columns columns, std::size_t rows) {
  std::vector<double> table(rows * columns.width());
  table_doubles(SinusoidalSchedule(width).frequencies, columns, 0, {0, columns.sines, 1, columns.width()},
                table);
  return table;
}

double residual(std::size_t width, std::size_t count, std::size_t offset, Columns columns) {
  return fit(runs(width, columns, count + offset), columns.width(), offset).quality.residual;
}

} // namespace

TEST_CASE("fit_shift: tests/fixtures/properties.json, fits", "[fit_shift]") {
  const auto check = [](std::size_t width, std::size_t count, std::size_t offset, double sines,
                        double cosines) {
    CAPTURE(width, count, offset);
    CHECK(std::abs(residual(width, count, offset, {width / 2, 0}) - sines) <= 1e-10);
    CHECK(std::abs(residual(width, count, offset, {0, width / 2}) - cosines) <= 1e-10);
    CHECK(residual(width, count, offset, {width / 2, width / 2}) <= 5e-15);
  };
  check(8, 200, 1, 0.4732402527809645365482103, 0.3865682829996430066211521);
  check(16, 512, 1, 0.3609208455710722704578845, 0.2892536784521796129121391);
  check(16, 512, 64, 0.6190306774994127499508213, 0.5224650068595774721570261);
  check(16, 5000, 5, 0.5197231610771637828857008, 0.5235565904055022262636797);
  check(32, 5000, 1, 0.2691822427310182353174679, 0.263563287728098358143247);
  check(32, 5000, 64, 0.6164052249006191559102334, 0.6060292498067890897124379);
}

TEST_CASE(
    "fit_shift: a direction below the rounding of doubles is left out, which only the exact fit can use",
    "[fit_shift]") {
  // tests/fixtures/properties.json, fits: 32 wide, 512 rows, shift 1
  const Fit got = fit(runs(32, {16, 0}, 513), 16, 1);
  CHECK(got.quality.rank == 14);
  CHECK(got.quality.residual >= 0.3080791672789981367136166);
  CHECK(got.quality.residual <= 0.3080791672789981367136166 + 3e-4);
}

TEST_CASE("fit_shift: with sines and cosines it is R(k)", "[fit_shift]") {
  for (const std::size_t offset : {1, 7}) {
    const SinusoidalSchedule schedule(8);
    std::vector<double> table((200 + offset) * 8);
    table_doubles(schedule.frequencies, schedule.both(), 0, interleaved(8), table);
    const Fit got = fit(table, 8, offset);
    std::vector<float> exact(64);
    shift_matrix(schedule.frequencies, static_cast<double>(offset), interleaved(8), exact);
    CHECK(got.quality.rank == 8);
    for (std::size_t n = 0; n < 64; ++n)
      CHECK(std::abs(got.matrix[n] - static_cast<double>(exact[n])) <= 1e-7);
  }
}

TEST_CASE("fit_shift: any table, against the normal equations in wide precision", "[fit_shift]") {
  RandomValues random(11);
  for (const std::size_t width : {1, 2, 3, 6, 9})
    for (const std::size_t offset : {0, 1, 4}) {
      const std::size_t rows = 70 + offset;
      std::vector<double> table(rows * width);
      std::vector<std::vector<Wide>> wide(rows);
      for (std::size_t n = 0; n < table.size(); ++n) {
        table[n] = random.real(-3, 3);
        wide[n / width].push_back(Wide(table[n]));
      }
      const Fit got = fit(table, width, offset);
      const reference::ShiftFit exact = reference::fit_shift(wide, offset);
      CAPTURE(width, offset);
      for (std::size_t n = 0; n < got.matrix.size(); ++n)
        CHECK(std::abs(got.matrix[n] - static_cast<double>(exact.matrix[n])) <= 1e-13);
      CHECK(std::abs(got.quality.residual -
                     std::sqrt(std::abs(static_cast<double>(exact.squared_residual)))) <= 1e-14);
    }
}

TEST_CASE("fit_shift: slow pairs that rounding cannot tell apart leave no noise", "[fit_shift]") {
  const std::size_t width = 128, count = 256;
  const Fit got = fit(runs(width, {64, 64}, count + 3), width, 3);
  CHECK(got.quality.rank < width);
  CHECK(got.quality.residual <= 1e-13);
  const auto size = [](double x) { return std::abs(x); };
  CHECK(std::ranges::max(got.matrix, {}, size) <= 2); // R(k) has 1; noise would have millions
}

TEST_CASE("fit_shift: a table of zeros", "[fit_shift]") {
  const Fit got = fit(std::vector<double>(60, 0.0), 3, 2);
  CHECK(got.quality.residual == 0);
  CHECK(got.quality.rank == 0);
  CHECK(std::ranges::count(got.matrix, 0.0) == 9);
}
