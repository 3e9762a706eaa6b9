// R(k) against rotations in wide precision, and its laws.
#include "kernels/properties/shift_matrix.hpp"

#include <algorithm>
#include <catch_amalgamated.hpp>
#include <cmath>
#include <vector>

#include "kernels/properties/table_doubles.hpp"
#include "reference/properties.hpp"
#include "sinusoidal_schedule.hpp"

using namespace posenc;
using reference::Wide;

namespace {

std::vector<float> matrix(const SinusoidalSchedule& schedule, double offset, Layout layout) {
  std::vector<float> result(layout.row * layout.row);
  shift_matrix(schedule.frequencies, offset, layout, result);
  return result;
}

std::vector<double> row(const SinusoidalSchedule& schedule, double position, Layout layout) {
  std::vector<double> result(layout.row);
  table_doubles(schedule.frequencies, schedule.both(), position, layout, result);
  return result;
}

double largest_difference(const std::vector<double>& a, const std::vector<double>& b) {
  double largest = 0;
  for (std::size_t c = 0; c < a.size(); ++c) largest = std::max(largest, std::abs(a[c] - b[c]));
  return largest;
}

/// R(offset) from.
std::vector<double> shifted(const SinusoidalSchedule& schedule, double offset, Layout layout,
                            const std::vector<double>& from) {
  const std::vector<float> by = matrix(schedule, offset, layout);
  std::vector<double> result(from.size());
  for (std::size_t r = 0; r < from.size(); ++r)
    for (std::size_t c = 0; c < from.size(); ++c)
      result[r] += static_cast<double>(by[r * from.size() + c]) * from[c];
  return result;
}

} // namespace

TEST_CASE("shift_matrix: tests/fixtures/properties.json, rotations", "[shift_matrix]") {
  const SinusoidalSchedule schedule(16);
  const auto check = [&](double offset, std::size_t i, double cosine, double sine) {
    const std::vector<float> by = matrix(schedule, offset, halves(16));
    CHECK(by[i * 16 + i] == static_cast<float>(cosine));
    CHECK(by[i * 16 + i + 8] == static_cast<float>(sine));
  };
  check(1, 0, 0.5403023058681397174009366, 0.8414709848078965066525023);
  check(1, 7, 0.9999999500000004166666653, 0.0003162277607463751926049042);
  check(3, 0, -0.9899924966004454572715728, 0.1411200080598672221007448);
  check(-7, 1, -0.599437392976400712457829, -0.8004216463225217785385176);
  check(1000, 5, -0.9997860728793259075752214, -0.02068353152958229572593756);
}

// Both entries of a pair's row err by 2^-25, and what they multiply is at most 1 together.
TEST_CASE("shift_matrix: P_{t+k} = R(k) P_t for every t, in every layout", "[shift_matrix]") {
  const SinusoidalSchedule schedule(34);
  for (const Layout layout : {interleaved(34), halves(34), Layout{17, 0, 1, 34}, Layout{1, 20, 1, 40}})
    for (const double t : {0.0, 1.0, 511.0, -3.0, 1e6})
      for (const double k : {0.0, 1.0, -1.0, 64.0, 12345.0, 0.5})
        CHECK(largest_difference(shifted(schedule, k, layout, row(schedule, t, layout)),
                                 row(schedule, t + k, layout)) <= 0x1p-24);
}

// Each of the three matrices errs by 2^-24.5 in norm, and no pair of `any` is longer than 4.3.
TEST_CASE("shift_matrix: shifts add up and keep the norm", "[shift_matrix]") {
  const SinusoidalSchedule schedule(20);
  const Layout layout = interleaved(20);
  std::vector<double> any(20);
  for (std::size_t c = 0; c < any.size(); ++c) any[c] = static_cast<double>(c * c % 7) - 3;
  const std::vector<double> twice = shifted(schedule, 5, layout, shifted(schedule, 12, layout, any));
  CHECK(largest_difference(twice, shifted(schedule, 17, layout, any)) <= 0x1p-20);
  double before = 0, after = 0;
  for (std::size_t c = 0; c < any.size(); ++c) before += any[c] * any[c], after += twice[c] * twice[c];
  CHECK(std::abs(after / before - 1) <= 0x1p-22);
}

TEST_CASE("shift_matrix: every entry rounds once", "[shift_matrix]") {
  for (const std::size_t width : {2, 6, 50})
    for (const double offset : {0.0, 1.0, -1.0, 1000.0, 0.75, 0x1p40 + 1}) {
      const SinusoidalSchedule schedule(width);
      std::vector<float> matrix(width * width);
      shift_matrix(schedule.frequencies, offset, interleaved(width), matrix);
      const std::vector<Wide> exact = reference::shift_matrix(schedule.omega, offset);
      std::size_t wrong = 0;
      for (std::size_t n = 0; n < matrix.size(); ++n) wrong += matrix[n] != static_cast<float>(exact[n]);
      CHECK(wrong == 0);
    }
}

TEST_CASE("shift_matrix: halves are the interleaved entries in their places; other channels stay",
          "[shift_matrix]") {
  const SinusoidalSchedule schedule(6);
  std::vector<float> paper(36), other(49, 5.0f);
  shift_matrix(schedule.frequencies, 3, interleaved(6), paper);
  shift_matrix(schedule.frequencies, 3, {0, 3, 1, 7}, other); // six channels in halves, one more
  const auto place = [](std::size_t c) { return c % 2 * 3 + c / 2; };
  for (std::size_t r = 0; r < 6; ++r)
    for (std::size_t c = 0; c < 6; ++c) CHECK(other[place(r) * 7 + place(c)] == paper[r * 6 + c]);
  for (std::size_t c = 0; c < 7; ++c) {
    CHECK(other[6 * 7 + c] == (c == 6 ? 1.0f : 0.0f));
    CHECK(other[c * 7 + 6] == (c == 6 ? 1.0f : 0.0f));
  }
}
