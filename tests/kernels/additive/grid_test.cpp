// Grids against tests/fixtures/grids.json, against the formula in wide precision, and against the one-axis table.
#include "kernels/additive/grid.hpp"

#include <algorithm>
#include <catch_amalgamated.hpp>
#include <string_view>
#include <vector>

#include "reference/additive.hpp"

using namespace posenc;

namespace {

struct Entry {
  std::array<std::size_t, 3> place;
  std::size_t column;
  float value;
};

struct GridRecord { // tests/fixtures/grids.json, some entries of each
  std::string_view name;
  Grid grid;
  std::size_t share_width;
  bool is_interleaved;
  std::vector<Entry> entries;
};

// clang-format off
const std::vector<GridRecord> grid_records{
    {"detr-256", {2, 256, {25, 34}, {25, 34}, {0, 1}, 1, true, false}, 128, true,
     {{{0, 0}, 0, 0.2486898774275951863098216f}, {{0, 0}, 255, 0.999999999772295359496006f},
     {{12, 20}, 254, 0.0004481467164748391797719622f}, {{24, 33}, 129, 0.9999999999999829245608641f}}},
    {"detr-8-padded", {2, 8, {4, 6}, {3, 4}, {0, 1}, 1, true, false}, 4, true,
     {{{0, 0}, 0, 0.8660257528499616453581068f}, {{0, 0}, 4, 0.9999999999999228937541696f},
     {{2, 3}, 0, -0.000002094394404260196137664812f}, {{2, 3}, 4, -0.00000157079593409526706055855f},
     {{3, 1}, 0, -0.000002094394404260196137664812f}, {{3, 1}, 4, 7.853979670478757666341627e-7f},
     {{1, 5}, 0, -0.8660247056521263797542079f}, {{1, 5}, 4, -0.00000157079593409526706055855f},
     {{3, 5}, 0, -0.000002094394404260196137664812f}, {{3, 5}, 4, -0.00000157079593409526706055855f}}},
    {"detr-8-counts", {2, 8, {3, 4}, {3, 4}, {0, 1}, 1, false, false}, 4, true,
     {{{0, 0}, 0, 0.8414709848078965066525023f}, {{0, 0}, 6, 0.009999833334166664682542438f},
     {{2, 1}, 4, 0.9092974268256816953960199f}, {{2, 3}, 2, 0.02999550020249566076852634f}}},
    {"mae-1024", {2, 1024, {14, 14}, {14, 14}, {1, 0}, 0, false, true}, 512, false, {{{0, 0}, 0, 0.0f},
     {{0, 0}, 512, 0.0f}, {{0, 1}, 0, 0.8414709848078965066525023f}, {{0, 1}, 512, 0.0f},
     {{7, 3}, 0, 0.1411200080598672221007448f}, {{7, 3}, 512, 0.6569865987187890903969991f},
     {{13, 13}, 0, 0.420167036826640921868955f}, {{13, 13}, 512, 0.420167036826640921868955f}}},
    {"mae-8", {2, 8, {2, 3}, {2, 3}, {1, 0}, 0, false, true}, 4, false,
     {{{0, 2}, 0, 0.9092974268256816953960199f}, {{0, 2}, 3, 0.9998000066665777784126956f},
     {{0, 2}, 6, 1.0f}, {{1, 0}, 1, 0.0f}, {{1, 0}, 4, 0.8414709848078965066525023f},
     {{1, 0}, 7, 0.9999500004166652777802579f}, {{1, 2}, 2, -0.4161468365471423869975682f},
     {{1, 2}, 5, 0.009999833334166664682542438f}}},
    {"halves-y-first", {2, 8, {2, 3}, {2, 3}, {0, 1}, 0, false, false}, 4, false, {{{0, 2}, 0, 0.0f},
     {{0, 2}, 5, 0.01999866669333307936649029f}, {{1, 0}, 2, 0.5403023058681397174009366f},
     {{1, 0}, 7, 1.0f}, {{1, 2}, 4, 0.9092974268256816953960199f}}},
    {"positional-encodings-2d-10", {2, 10, {3, 5}, {3, 5}, {0, 1}, 0, false, false}, 6, true,
     {{{0, 0}, 0, 0.0f}, {{0, 0}, 3, 1.0f}, {{0, 0}, 6, 0.0f}, {{0, 0}, 9, 1.0f},
     {{1, 4}, 2, 0.04639922346473127168980855f}, {{1, 4}, 5, 0.9999976792064808745925115f},
     {{1, 4}, 8, 0.1845987236206174041728916f}, {{2, 3}, 1, -0.4161468365471423869975682f},
     {{2, 3}, 4, 0.004308856046742811674936642f}, {{2, 3}, 7, -0.9899924966004454572715728f}}},
    {"positional-encodings-2d-6", {2, 6, {3, 5}, {3, 5}, {0, 1}, 0, false, false}, 4, true,
     {{{0, 0}, 0, 0.0f}, {{0, 0}, 3, 1.0f}, {{1, 4}, 0, 0.8414709848078965066525023f},
     {{1, 4}, 3, 0.9999500004166652777802579f}, {{2, 3}, 0, 0.9092974268256816953960199f},
     {{2, 3}, 3, 0.9998000066665777784126956f}}},
    {"positional-encodings-3d-10", {3, 10, {3, 5, 7}, {3, 5, 7}, {0, 1, 2}, 0, false, false}, 4, true,
     {{{1, 2, 3}, 0, 0.8414709848078965066525023f}, {{1, 2, 3}, 2, 0.009999833334166664682542438f},
     {{1, 2, 3}, 4, 0.9092974268256816953960199f}, {{1, 2, 3}, 6, 0.01999866669333307936649029f},
     {{1, 2, 3}, 8, 0.1411200080598672221007448f}, {{2, 4, 6}, 0, 0.9092974268256816953960199f},
     {{2, 4, 6}, 2, 0.01999866669333307936649029f}, {{2, 4, 6}, 4, -0.7568024953079282513726391f},
     {{2, 4, 6}, 6, 0.03998933418663415945254681f}, {{2, 4, 6}, 8, -0.2794154981989258728115554f}}},
    {"positional-encodings-3d-7", {3, 7, {3, 5, 7}, {3, 5, 7}, {0, 1, 2}, 0, false, false}, 4, true,
     {{{1, 2, 3}, 0, 0.8414709848078965066525023f}, {{1, 2, 3}, 1, 0.5403023058681397174009366f},
     {{1, 2, 3}, 2, 0.009999833334166664682542438f}, {{1, 2, 3}, 3, 0.9999500004166652777802579f},
     {{1, 2, 3}, 4, 0.9092974268256816953960199f}, {{1, 2, 3}, 5, -0.4161468365471423869975682f},
     {{1, 2, 3}, 6, 0.01999866669333307936649029f}, {{2, 4, 6}, 0, 0.9092974268256816953960199f},
     {{2, 4, 6}, 1, -0.4161468365471423869975682f}, {{2, 4, 6}, 2, 0.01999866669333307936649029f},
     {{2, 4, 6}, 3, 0.9998000066665777784126956f}, {{2, 4, 6}, 4, -0.7568024953079282513726391f},
     {{2, 4, 6}, 5, -0.6536436208636119146391682f}, {{2, 4, 6}, 6, 0.03998933418663415945254681f}}},
};
// clang-format on

constexpr float untouched = -77;

std::size_t rows_of(const Grid& grid) {
  return grid.shape[0] * grid.shape[1] * (grid.axes == 3 ? grid.shape[2] : 1) +
         (grid.has_class_token ? 1 : 0);
}

/// The table, `most` rows at a time.
std::vector<float> table_in_parts(const Grid& grid, std::size_t share_width, bool is_interleaved,
                                  std::size_t most) {
  std::vector<Frequency> frequencies(share_width / 2), scaled(grid.axes * share_width / 2);
  geometric_frequencies(frequencies, 10000, 2, static_cast<std::uint32_t>(share_width));
  if (grid.is_normalized) {
    grid_frequencies(frequencies, grid, scaled);
    frequencies = scaled;
  }
  const Layout part = is_interleaved ? interleaved(share_width) : halves(share_width);
  const std::size_t rows = rows_of(grid);
  std::vector<float> out(rows * grid.width, untouched);
  for (std::size_t row = 0; row < rows; row += most) {
    const std::size_t count = std::min(most, rows - row);
    std::vector<float> scratch(count * share_width);
    grid_table(frequencies, grid, part, row, std::span(out).subspan(row * grid.width, count * grid.width),
               scratch);
  }
  return out;
}

std::vector<float> table(const Grid& grid, std::size_t share_width, bool is_interleaved) {
  return table_in_parts(grid, share_width, is_interleaved, rows_of(grid));
}

std::size_t row_of(const Grid& grid, const std::array<std::size_t, 3>& place) {
  const std::size_t in_plane = place[0] * grid.shape[1] + place[1];
  return (grid.axes == 3 ? in_plane * grid.shape[2] + place[2] : in_plane) + (grid.has_class_token ? 1 : 0);
}

reference::Wide coordinate(const Grid& grid, std::size_t axis, std::size_t place) {
  const double last = grid.start + static_cast<double>(grid.valid[axis] - 1);
  const double count = std::min(grid.start + static_cast<double>(place), last);
  return grid.is_normalized ? reference::normalized(count, last) : reference::Wide(count);
}

/// Every entry of a grid from the formula.
void require_formula(const Grid& grid, std::size_t share_width, bool is_interleaved) {
  const auto out = table(grid, share_width, is_interleaved);
  const std::size_t depth = grid.axes == 3 ? grid.shape[2] : 1;
  std::array<std::size_t, 3> place{};
  for (place[0] = 0; place[0] < grid.shape[0]; ++place[0])
    for (place[1] = 0; place[1] < grid.shape[1]; ++place[1])
      for (place[2] = 0; place[2] < depth; ++place[2])
        for (std::size_t c = 0; c < grid.width; ++c) {
          const std::size_t axis = grid.order[c / share_width];
          const auto expected = static_cast<float>(reference::share_value(
              coordinate(grid, axis, place[axis]), c % share_width, share_width, 10000, is_interleaved));
          CAPTURE(place, c);
          REQUIRE(out[row_of(grid, place) * grid.width + c] == expected);
        }
}

} // namespace

TEST_CASE("grid: tests/fixtures/grids.json", "[grid]") {
  for (const GridRecord& record : grid_records) {
    const auto out = table(record.grid, record.share_width, record.is_interleaved);
    for (const Entry& entry : record.entries) {
      CAPTURE(record.name, entry.place, entry.column);
      REQUIRE(out[row_of(record.grid, entry.place) * record.grid.width + entry.column] == entry.value);
    }
  }
}

TEST_CASE("grid: every entry against wide precision", "[grid]") {
  for (const bool is_interleaved : {true, false})
    for (const bool is_normalized : {true, false}) {
      CAPTURE(is_interleaved, is_normalized);
      require_formula({2, 12, {5, 19}, {4, 17}, {1, 0}, 1, is_normalized, true}, 6, is_interleaved);
      require_formula({2, 9, {18, 3}, {18, 3}, {0, 1}, 3, is_normalized, false}, 6, is_interleaved);
      require_formula({3, 16, {3, 4, 20}, {3, 2, 20}, {2, 0, 1}, 0, is_normalized, true}, 6, is_interleaved);
    }
}

TEST_CASE("grid: one place, and shares that the width leaves nothing of", "[grid]") {
  require_formula({2, 2, {1, 1}, {1, 1}, {0, 1}, 0, true, false}, 2, true);
  require_formula({3, 5, {2, 2, 2}, {2, 2, 2}, {0, 1, 2}, 0, false, false}, 4, false);
  require_formula({3, 3, {2, 2, 2}, {2, 2, 2}, {0, 1, 2}, 0.5, false, false}, 2, true);
}

TEST_CASE("grid: parts of any size have the rows of the whole table", "[grid]") {
  for (const Grid& grid : {Grid{2, 12, {5, 19}, {4, 17}, {1, 0}, 1, true, true},
                           Grid{2, 9, {18, 3}, {18, 3}, {0, 1}, 3, false, false},
                           Grid{3, 16, {3, 4, 20}, {3, 2, 11}, {2, 0, 1}, 0.5, false, true}})
    for (std::size_t rows = 1; rows <= 100; ++rows) {
      CAPTURE(grid.shape, rows);
      REQUIRE(table_in_parts(grid, 6, true, rows) == table(grid, 6, true));
    }
}

TEST_CASE("grid: the class token's row is +0 throughout", "[grid]") {
  const auto out = table({2, 8, {2, 2}, {2, 2}, {0, 1}, 0, false, true}, 4, true);
  REQUIRE(std::all_of(out.begin(), out.begin() + 8, [](float x) { return x == 0; }));
  REQUIRE(std::find(out.begin(), out.end(), untouched) == out.end());
}
