// The search against every offset looked at in wide precision, and against the fixtures over millions of offsets.
#include "kernels/properties/nearest_repeat.hpp"

#include <algorithm>
#include <catch_amalgamated.hpp>
#include <cmath>
#include <vector>

#include "kernels/properties/similarity.hpp"
#include "random_values.hpp"
#include "reference/properties.hpp"
#include "sinusoidal_schedule.hpp"

using namespace posenc;
using reference::Wide;

namespace {

NearestRepeat search(std::span<const Frequency> frequencies, double first, double last, double slice = 1e9) {
  std::vector<float> scratch(nearest_repeat_scratch(frequencies.size()));
  NearestRepeat state{first};
  while (state.next <= last)
    nearest_repeat(frequencies, std::min(last, state.next + slice - 1), state, scratch);
  return state;
}

/// The nearest repeat by a search of every offset in double.
NearestRepeat looked_at(std::span<const Frequency> frequencies, double first, double last) {
  NearestRepeat best{last + 1};
  for (double offset = first; offset <= last; ++offset)
    if (const double squared = similarity(frequencies, offset).squared_distance;
        squared < best.squared_distance)
      best.squared_distance = squared, best.offset = offset;
  return best;
}

void check_fixture(std::size_t width, double first, double last, double offset, double distance) {
  CAPTURE(width, first, last);
  const NearestRepeat found = search(SinusoidalSchedule(width).frequencies, first, last);
  CHECK(found.offset == offset);
  CHECK(std::abs(std::sqrt(found.squared_distance) - distance) <= 1e-14 * distance);
  CHECK(found.next == last + 1);
}

} // namespace

TEST_CASE("nearest_repeat: tests/fixtures/properties.json, repeats", "[nearest_repeat]") {
  check_fixture(2, 1, 1e7, 4272943, 5.495794978105115497138818e-7);
  check_fixture(2, 1, 2e7, 10838702, 7.640095014179320383691974e-8);
  check_fixture(4, 1, 1e7, 1146053, 0.00002955805118182220081928647);
  check_fixture(8, 1, 1e7, 5730265, 0.0001485273688616047115474949);
  check_fixture(128, 1001, 1e6, 978796, 8.926030207336419453305477);
  check_fixture(512, 1, 400000, 1, 3.714270365128803881618728);
  check_fixture(512, 1001, 400000, 1016, 19.91037451298595035712814);
}

TEST_CASE("nearest_repeat: no offset of any range is nearer", "[nearest_repeat]") {
  RandomValues random(7);
  for (const std::size_t width : {2, 4, 6, 10, 34, 66})
    for (const double base : {1.0, 7.0, 1e4, 1e9})
      for (const double first : {1.0, 127.0, 4000.0, 16777200.0}) {
        const SinusoidalSchedule schedule(width, base);
        const double last = first + static_cast<double>(random.integer(0, 280));
        CAPTURE(width, base, first, last);
        const auto exact = reference::nearest_repeat(schedule.encoding(schedule.both()), first, last);
        const NearestRepeat found = search(schedule.frequencies, first, last);
        CHECK(found.offset == exact.offset);
        CHECK(std::abs(found.squared_distance / static_cast<double>(exact.squared_distance) - 1) <= 0x1p-45);
      }
}

TEST_CASE("nearest_repeat: slices of any size find the same", "[nearest_repeat]") {
  for (const std::size_t width : {2, 12, 40}) {
    const SinusoidalSchedule schedule(width);
    const NearestRepeat whole = search(schedule.frequencies, 50, 700);
    for (const double slice : {1.0, 2.0, 126.0, 127.0, 128.0, 300.0}) {
      const NearestRepeat sliced = search(schedule.frequencies, 50, 700, slice);
      CHECK(sliced.offset == whole.offset);
      CHECK(sliced.squared_distance == whole.squared_distance);
      CHECK(sliced.next == 701);
    }
  }
}

TEST_CASE("nearest_repeat: of equals the first, and none before the first offset", "[nearest_repeat]") {
  const std::vector<Frequency> quarter{frequency(whole(1) / 4)}; // repeats exactly every 4 positions
  const NearestRepeat found = search(quarter, 1, 1000);
  CHECK(found.offset == 4);
  CHECK(found.squared_distance == 0);
  CHECK(search(quarter, 5, 1000).offset == 8);
  const NearestRepeat empty = search(quarter, 10, 9);
  CHECK(empty.offset == 0);
  CHECK(empty.next == 10);
}

TEST_CASE("nearest_repeat: what floats lose hides no offset", "[nearest_repeat]") {
  // Every seventh offset comes nearer, up to 7 000 000, all within far less than the rounding of a float.
  const Fixed turns = whole(1) / 7 + whole(1) / 7000000;
  for (const std::size_t pairs : {1, 3, 50})
    for (double first = 6999500; first < 6999627; ++first) {
      const std::vector<Frequency> alike(pairs, frequency(turns));
      CAPTURE(pairs, first);
      CHECK(search(alike, first, first + 600).offset == 7000000);
      CHECK(search(alike, first, 6999990).offset == 6999986);
    }
}

TEST_CASE("nearest_repeat: agrees with double sums over a long range without an early end",
          "[nearest_repeat]") {
  const SinusoidalSchedule schedule(100, 50);
  const NearestRepeat direct = looked_at(schedule.frequencies, 2000, 12000);
  const NearestRepeat found = search(schedule.frequencies, 2000, 12000);
  CHECK(found.offset == direct.offset);
  CHECK(found.squared_distance == direct.squared_distance);
}
