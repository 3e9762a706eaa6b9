// Normal numbers: the transform in wide precision, the distribution, and the independence of the length.
#include "kernels/additive/normal.hpp"

#include <algorithm>
#include <catch_amalgamated.hpp>
#include <cmath>
#include <vector>

#include "reference/additive.hpp"

using namespace posenc;

namespace {

std::vector<double> numbers(std::size_t count, double sigma, std::uint32_t seed) {
  std::vector<double> out(count);
  normal_numbers(sigma, seed, out);
  return out;
}

double cumulative(double x) {
  return 0.5 * std::erfc(-x * std::sqrt(0.5));
}

} // namespace

TEST_CASE("normal: Box and Muller's transform of the same words", "[normal]") {
  for (const std::uint32_t seed : {0u, 1u, 0xffffffffu}) {
    const auto out = numbers(2001, 1, seed);
    for (std::size_t i = 0; i < out.size(); ++i) {
      const reference::Wide exact = reference::normal_number(i, seed);
      const double relative = std::abs(static_cast<double>((reference::Wide(out[i]) - exact) / exact));
      CAPTURE(seed, i);
      REQUIRE(relative <= 0x1p-46);
    }
  }
}

TEST_CASE("normal: the numbers are distributed as they should be", "[normal]") {
  auto out = numbers(100000, 1, 42);
  const double count = static_cast<double>(out.size());
  double sum = 0, squares = 0, neighbours = 0;
  for (std::size_t i = 0; i < out.size(); ++i) {
    sum += out[i];
    squares += out[i] * out[i];
    if (i > 0) neighbours += out[i] * out[i - 1];
  }
  CHECK(std::abs(sum / count) <= 4 / std::sqrt(count)); // four standard errors each
  CHECK(std::abs(squares / count - 1) <= 4 * std::sqrt(2 / count));
  CHECK(std::abs(neighbours / count) <= 4 / std::sqrt(count));
  std::ranges::sort(out);
  double distance = 0;
  for (std::size_t i = 0; i < out.size(); ++i)
    distance = std::max(distance, std::abs(cumulative(out[i]) - (static_cast<double>(i) + 0.5) / count));
  CHECK(distance <= 1.63 / std::sqrt(count)); // Kolmogorov and Smirnov's test at 1 %
}

TEST_CASE("normal: sigma multiplies, seeds differ, and a longer run starts with the shorter", "[normal]") {
  const auto one = numbers(9, 1, 5), longer = numbers(100, 1, 5), wide = numbers(9, 2.5, 5),
             other = numbers(9, 1, 6);
  for (std::size_t i = 0; i < one.size(); ++i) {
    CHECK(longer[i] == one[i]);
    CHECK(wide[i] == 2.5 * one[i]);
    CHECK(other[i] != one[i]);
  }
  CHECK(numbers(0, 1, 5).empty());
}
