#include "kernels/layers/softmax.hpp"

#include <catch_amalgamated.hpp>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "reference/layers.hpp"

namespace {

constexpr float infinity = std::numeric_limits<float>::infinity();
constexpr float not_a_number = std::numeric_limits<float>::quiet_NaN();
constexpr double unit = 0x1p-24;

std::vector<float> softmax_of(const std::vector<float>& row) {
  std::vector<float> out(row.size(), -1.0f);
  posenc::softmax(row, 1, row.size(), out);
  return out;
}

double sum_of(const std::vector<float>& row) {
  double sum = 0.0;
  for (const float x : row) sum += static_cast<double>(x);
  return sum;
}

/// Every entry against the reference, and the sum.
void check_softmax(const std::vector<float>& row) {
  const std::vector<float> got = softmax_of(row);
  std::vector<double> exact(row.begin(), row.end());
  posenc::reference::softmax(exact);
  double worst = 0.0;
  for (std::size_t c = 0; c < row.size(); ++c) {
    const double error = std::abs(static_cast<double>(got[c]) - exact[c]);
    worst = std::max(worst, (error - 0x1p-149) / exact[c]);
  }
  INFO("columns " << row.size() << ", worst error " << worst / unit << " of 2^-24");
  CHECK(worst <= 4 * unit);
  CHECK(std::abs(sum_of(got) - 1.0) <= 2 * unit);
}

} // namespace

TEST_CASE("softmax is within 4 · 2^-24 of each entry, at every width and heat") {
  std::mt19937 random(7);
  for (const float heat : {0.1f, 1.0f, 10.0f, 100.0f}) {
    std::normal_distribution<float> normal(0.0f, heat);
    for (std::size_t columns = 1; columns < 80; ++columns) {
      std::vector<float> row(columns);
      for (float& x : row) x = normal(random);
      check_softmax(row);
    }
  }
}

TEST_CASE("softmax of rows that tempt it") {
  check_softmax({42.0f});
  check_softmax(std::vector<float>(65536, 3.0f));
  check_softmax({0.0f, -1e4f, 1e4f});
  check_softmax({3e38f, -3e38f, 0.0f, 1.0f, 2.0f});
  check_softmax(
      {1000.0f, 999.9999f, 950.0001f, 897.3f, 896.5f}); // gaps that round, weights that are subnormal
  std::vector<float> ramp(65536);
  for (std::size_t c = 0; c < ramp.size(); ++c) ramp[c] = static_cast<float>(c) * 1e-3f;
  check_softmax(ramp);
}

TEST_CASE("softmax of infinities and NaN is defined") {
  CHECK(softmax_of({-infinity, -infinity, -infinity}) == std::vector<float>(3, 0.0f));
  CHECK(softmax_of({1.0f, infinity, 2.0f, infinity, -infinity}) == std::vector<float>{0, 0.5f, 0, 0.5f, 0});
  CHECK(softmax_of({-infinity, 5.0f}) == std::vector<float>{0.0f, 1.0f});
  CHECK(softmax_of({}).empty());
  for (const float x : softmax_of({1.0f, not_a_number, infinity, -infinity, 0.0f})) CHECK(std::isnan(x));
  for (const float x : softmax_of({not_a_number, -infinity})) CHECK(std::isnan(x));
}

TEST_CASE("softmax treats rows apart, and in place as elsewhere") {
  std::vector<float> rows = {1.0f, 2.0f, 3.0f, 4.0f, 5.0f, not_a_number, 0.0f, 0.0f,
                             0.0f, 0.0f, 7.0f, 7.0f, 6.0f, 5.0f,         4.0f};
  const std::vector<float> first = softmax_of({1.0f, 2.0f, 3.0f, 4.0f, 5.0f});
  posenc::softmax(rows, 3, 5, rows);
  CHECK(std::vector<float>(rows.begin(), rows.begin() + 5) == first);
  CHECK(std::vector<float>(rows.begin() + 10, rows.end()) == softmax_of({7.0f, 7.0f, 6.0f, 5.0f, 4.0f}));
}
