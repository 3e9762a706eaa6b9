// Least squares on problems with known answers: exact maps, noise, too few directions.
#include "kernels/properties/least_squares.hpp"

#include <catch_amalgamated.hpp>
#include <cmath>
#include <vector>

#include "random_values.hpp"

using namespace posenc;

namespace {

using Rows = std::vector<std::vector<double>>;

Rows random_rows(RandomValues& random, std::size_t count, std::size_t width) {
  Rows rows(count, std::vector<double>(width));
  for (auto& row : rows)
    for (double& value : row) value = random.real(-1, 1);
  return rows;
}

std::vector<double> times(const std::vector<double>& map, const std::vector<double>& a) {
  std::vector<double> b(map.size() / a.size(), 0.0);
  for (std::size_t o = 0; o < b.size(); ++o)
    for (std::size_t i = 0; i < a.size(); ++i) b[o] += map[o * a.size() + i] * a[i];
  return b;
}

struct Answer {
  std::vector<double> map;
  std::size_t rank;
};

Answer solve(const Rows& a, const Rows& b) {
  const std::size_t inputs = a[0].size(), outputs = b[0].size();
  std::vector<double> scratch(LeastSquares::scratch(inputs, outputs));
  LeastSquares fit(inputs, outputs, scratch);
  for (std::size_t t = 0; t < a.size(); ++t) fit.add(a[t], b[t]);
  Answer answer{std::vector<double>(inputs * outputs), 0};
  answer.rank = fit.solve(answer.map);
  return answer;
}

} // namespace

TEST_CASE("least_squares: finds the map that made the rows", "[least_squares]") {
  RandomValues random(1);
  for (const std::size_t inputs : {1, 2, 3, 8, 33})
    for (const std::size_t outputs : {1, 2, 5})
      for (const std::size_t count : {inputs, inputs + 1, std::size_t{64}, std::size_t{101}}) {
        const std::vector<double> map = random_rows(random, 1, inputs * outputs)[0];
        const Rows a = random_rows(random, count, inputs);
        Rows b;
        for (const auto& row : a) b.push_back(times(map, row));
        const Answer got = solve(a, b);
        CAPTURE(inputs, outputs, count);
        REQUIRE(got.rank == inputs);
        for (std::size_t t = 0; t < count; ++t) {
          const std::vector<double> fitted = times(got.map, a[t]);
          for (std::size_t o = 0; o < outputs; ++o) CHECK(std::abs(fitted[o] - b[t][o]) <= 1e-12);
        }
      }
}

TEST_CASE("least_squares: what is left is orthogonal to every input", "[least_squares]") {
  RandomValues random(2);
  const Rows a = random_rows(random, 75, 6), b = random_rows(random, 75, 3);
  const Answer got = solve(a, b);
  for (std::size_t i = 0; i < 6; ++i)
    for (std::size_t o = 0; o < 3; ++o) {
      double product = 0;
      for (std::size_t t = 0; t < a.size(); ++t) product += a[t][i] * (b[t][o] - times(got.map, a[t])[o]);
      CHECK(std::abs(product) <= 1e-13);
    }
}

TEST_CASE("least_squares: of many best maps the smallest", "[least_squares]") {
  RandomValues random(3);
  Rows a = random_rows(random, 40, 3), b;
  for (auto& row : a) {
    row[2] = row[0]; // the same column twice: any split of a weight between them fits
    b.push_back({3 * row[0] - row[1]});
  }
  const Answer got = solve(a, b);
  CHECK(got.rank == 2);
  CHECK(std::abs(got.map[0] - 1.5) <= 1e-13);
  CHECK(std::abs(got.map[1] + 1.0) <= 1e-13);
  CHECK(std::abs(got.map[2] - 1.5) <= 1e-13);
}

TEST_CASE("least_squares: a few rows, each again and again", "[least_squares]") {
  RandomValues random(5);
  constexpr std::size_t count = 320;
  for (const std::size_t inputs : {8, 33})
    for (const std::size_t distinct : {1, 2, 3})
      for (int trial = 0; trial < 50;
           ++trial) { // what is left of a block of such rows underflows in some only
        const Rows rows = random_rows(random, distinct, inputs);
        std::vector<double> mean(distinct, 0.0);
        Rows a, b;
        for (std::size_t t = 0; t < count; ++t) {
          a.push_back(rows[t % distinct]);
          b.push_back({static_cast<double>(t % 7)});
          mean[t % distinct] += b[t][0] / std::ceil(static_cast<double>(count - t % distinct) / distinct);
        }
        const Answer got = solve(a, b);
        CAPTURE(inputs, distinct, trial);
        CHECK(got.rank == distinct);
        for (std::size_t n = 0; n < distinct; ++n)
          REQUIRE(std::fabs(times(got.map, rows[n])[0] - mean[n]) < 1e-11);
      }
}

TEST_CASE("least_squares: fewer rows than inputs, rows of zeros, and none", "[least_squares]") {
  const Answer one = solve({{3.0, 4.0}}, {{25.0}});
  CHECK(one.rank == 1);
  CHECK(std::abs(one.map[0] - 3) <= 1e-14);
  CHECK(std::abs(one.map[1] - 4) <= 1e-14);
  const Answer zeros = solve(Rows(50, {0.0, 0.0}), Rows(50, {1.0}));
  CHECK(zeros.rank == 0);
  CHECK(zeros.map == std::vector{0.0, 0.0});
}
