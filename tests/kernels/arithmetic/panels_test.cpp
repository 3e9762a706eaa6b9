// Panels: the place of each entry of a matrix.
#include "kernels/arithmetic/panels.hpp"

#include <catch_amalgamated.hpp>
#include <limits>
#include <numeric>
#include <vector>

using namespace posenc;

namespace {

std::vector<float> counted(std::size_t count) {
  std::vector<float> values(count);
  std::iota(values.begin(), values.end(), 1.0f);
  return values;
}

} // namespace

TEST_CASE(
    "pack_transposed puts eight rows side by side, channel by channel, and zeros where rows are missing",
    "[panels]") {
  const auto x = counted(14 * 9);
  for (const std::size_t width : {1, 3, 4, 7})
    for (const std::size_t count : {1, 8, 12}) {
      const std::size_t padded = panels(count, panel_columns) * panel_columns;
      std::vector<float> out(padded * width, -1.0f);
      pack_transposed(x, {2, 9, 1, width}, 1, count, out.data());
      for (std::size_t i = 0; i < out.size(); ++i) {
        const std::size_t row = i / (width * panel_columns) * panel_columns + i % panel_columns;
        const std::size_t channel = i / panel_columns % width;
        CHECK(out[i] == (row < count ? x[2 + (1 + row) * 9 + channel] : 0.0f));
      }
    }
}

TEST_CASE("rows of a group stand side by side", "[panels]") {
  const RowLayout layout{5, 100, 3, 10};
  CHECK(layout(0) == 5);
  CHECK(layout(2) == 25);
  CHECK(layout(4) == 115);
}

TEST_CASE(
    "pack_columns cuts rows into panels of eight columns, fills up with zeros, and tells what is not finite",
    "[panels]") {
  const std::size_t rows = 5, depth = 8, width = 11;
  auto x = counted(rows * width);
  std::vector<float> out(2 * depth * panel_columns, -1.0f);
  CHECK(pack_columns(x, {0, width, 1, width}, 0, rows, depth, out.data()));
  for (std::size_t i = 0; i < out.size(); ++i) {
    const std::size_t column = i / (depth * panel_columns) * panel_columns + i % panel_columns;
    const std::size_t row = i / panel_columns % depth;
    CHECK(out[i] == (row < rows && column < width ? x[row * width + column] : 0.0f));
  }
  for (std::size_t at = 0; at < x.size(); ++at) {
    auto spoilt = x;
    spoilt[at] = std::numeric_limits<float>::infinity();
    CHECK_FALSE(pack_columns(spoilt, {0, width, 1, width}, 0, rows, depth, out.data()));
  }
}

TEST_CASE("widen keeps every value", "[panels]") {
  for (const std::size_t count : {0, 1, 3, 4, 5, 11}) {
    const auto x = counted(count);
    std::vector<double> out(count);
    widen(x, out.data());
    for (std::size_t i = 0; i < count; ++i) CHECK(out[i] == static_cast<double>(x[i]));
  }
}
