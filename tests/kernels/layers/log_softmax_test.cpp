// The logarithm of softmax against its formula in wide precision.
#include "kernels/layers/log_softmax.hpp"

#include <catch_amalgamated.hpp>
#include <cmath>
#include <limits>

#include "random_values.hpp"
#include "reference/layers.hpp"

using namespace posenc;

namespace {

std::vector<float> log_softmax_of(const std::vector<float>& row) {
  std::vector<float> out(row.size(), 7.0f);
  log_softmax(row, 1, row.size(), out);
  return out;
}

void check_log_softmax(const std::vector<float>& row) {
  const auto got = log_softmax_of(row);
  const auto exact = reference::log_softmax(row);
  for (std::size_t c = 0; c < row.size(); ++c) {
    const double error = std::abs(static_cast<double>(reference::Wide(got[c]) - exact[c]));
    CHECK(error <= (std::abs(static_cast<double>(exact[c])) + 2.0) * 0x1p-24);
  }
}

} // namespace

TEST_CASE("log_softmax is within its bound at every width and heat", "[log_softmax]") {
  RandomValues random(1);
  for (const double heat : {0.1, 1.0, 10.0, 100.0})
    for (const std::size_t columns : {1, 2, 3, 4, 5, 7, 8, 9, 31, 64, 127, 1009})
      check_log_softmax(random.floats(columns, -heat, heat));
}

TEST_CASE("log_softmax of rows that tempt it", "[log_softmax]") {
  const float inf = std::numeric_limits<float>::infinity();
  check_log_softmax({0.0f, -1e4f, 1e4f});
  check_log_softmax({1000.0f, 999.9999f, 950.0001f, 897.3f, 896.5f});
  check_log_softmax(std::vector<float>(4099, 3.0f));
  CHECK(log_softmax_of({42.0f}) == std::vector<float>{0.0f});
  CHECK(log_softmax_of({3e38f, -3e38f})[1] == -inf); // the difference is beyond the floats
}

TEST_CASE("log_softmax of infinities and NaN is the logarithm of softmax", "[log_softmax]") {
  const float inf = std::numeric_limits<float>::infinity();
  CHECK(log_softmax_of({-inf, -inf, -inf}) == std::vector<float>(3, -inf));
  const auto shared = log_softmax_of({1.0f, inf, 2.0f, inf, -inf});
  const float half = -0x1.62e43p-1f; // −ln 2, to the nearest float
  CHECK(shared == std::vector<float>{-inf, half, -inf, half, -inf});
  CHECK(log_softmax_of({-inf, 5.0f}) == std::vector<float>{-inf, 0.0f});
  CHECK(log_softmax_of({}).empty());
  for (const float x : log_softmax_of({1.0f, std::nanf(""), inf, -inf, 0.0f})) CHECK(std::isnan(x));
  for (const float x : log_softmax_of({std::nanf(""), -inf})) CHECK(std::isnan(x));
}

TEST_CASE("log_softmax treats rows apart, and in place as elsewhere", "[log_softmax]") {
  std::vector<float> rows = {1, 2, 3, 4, 5, std::nanf(""), 0, 0, 0, 0, 7, 7, 6, 5, 4};
  const auto first = log_softmax_of({1, 2, 3, 4, 5});
  log_softmax(rows, 3, 5, rows);
  CHECK(std::vector<float>(rows.begin(), rows.begin() + 5) == first);
  CHECK(std::vector<float>(rows.begin() + 10, rows.end()) == log_softmax_of({7, 7, 6, 5, 4}));
}
