// Periods against 2π/ω in wide precision, and the numbers of the 512-wide encoding.
#include "kernels/properties/periods.hpp"

#include <catch_amalgamated.hpp>
#include <cmath>
#include <limits>

#include "reference/properties.hpp"
#include "sinusoidal_schedule.hpp"

using namespace posenc;
using reference::Wide;

namespace {

std::vector<double> periods_of(const SinusoidalSchedule& schedule) {
  std::vector<double> out(schedule.frequencies.size());
  periods(schedule.frequencies, out);
  return out;
}

std::size_t unfinished(std::size_t width, double length) {
  return unfinished_pairs(SinusoidalSchedule(width).frequencies, length);
}

void check_relative(double value, double expected) {
  CHECK(std::abs(value - expected) <= 0x1p-52 * expected);
}

} // namespace

TEST_CASE("periods: tests/fixtures/properties.json, periods of width 512", "[periods]") {
  const std::vector<double> paper = periods_of(SinusoidalSchedule(512));
  check_relative(paper[0], 6.283185307179586476925287);
  check_relative(paper[1], 6.513356784898291776969101);
  check_relative(paper[2], 6.751960117888665607353776);
  check_relative(paper[255], 60611.47716626105726085109);
}

TEST_CASE("periods: tests/fixtures/properties.json, periods of widths 50 and 20 and of sines", "[periods]") {
  const std::vector<double> fifty = periods_of(SinusoidalSchedule(50));
  check_relative(fifty[1], 9.081965929963841609090907);
  check_relative(fifty[3], 18.97491627802166280236666);
  check_relative(fifty[6], 57.30333105829574248870173);
  check_relative(fifty[24], 43469.02191529649513232966);
  check_relative(periods_of(SinusoidalSchedule(20))[1], 15.78264791976475641838014);
  const std::vector<double> sines_only = periods_of(SinusoidalSchedule(16, 10000, 1, 16));
  check_relative(sines_only[1], 11.17325906121654297700452);
  check_relative(sines_only[15], 35332.9475205589921755895);
}

TEST_CASE("periods: unfinished pairs of tests/fixtures/properties.json, periods.unfinishedPairs",
          "[periods]") {
  CHECK(unfinished(512, 512) == 133);
  CHECK(unfinished(512, 5000) == 70);
  CHECK(unfinished(512, 62832) == 0);
  CHECK(unfinished(50, 45000) == 0);
  CHECK(unfinished(50, 20) == 21);
  CHECK(unfinished(128, 512) == 33);
  CHECK(unfinished(2, 6) == 1);
  CHECK(unfinished(2, 7) == 0);
}

TEST_CASE("periods: within an ulp for any base, and counted alike", "[periods]") {
  for (const double base : {1.0, 2.0, 1e4, 1e9, 0x1p60})
    for (const std::size_t width : {2, 6, 50, 130}) {
      const SinusoidalSchedule schedule(width, base);
      const std::vector<double> out = periods_of(schedule);
      for (std::size_t i = 0; i < out.size(); ++i)
        check_relative(out[i], static_cast<double>(reference::period(schedule.omega[i])));
      for (const double length : {0.0, 1.0, 6.0, 7.0, 1000.0, 0x1p53})
        CHECK(unfinished_pairs(schedule.frequencies, length) ==
              reference::unfinished_pairs(schedule.omega, length));
    }
}

TEST_CASE("periods: a whole number of them is finished, and a pair that stands still never is", "[periods]") {
  const std::vector<Frequency> still_and_quarter{frequency({}), frequency(whole(1) / 4)};
  std::vector<double> out(2);
  periods(still_and_quarter, out);
  CHECK(out[0] == std::numeric_limits<double>::infinity());
  CHECK(out[1] == 4);
  CHECK(unfinished_pairs(still_and_quarter, 3) == 2);
  CHECK(unfinished_pairs(still_and_quarter, 4) == 1);
  CHECK(unfinished_pairs(still_and_quarter, 0x1p53) == 1);
}
