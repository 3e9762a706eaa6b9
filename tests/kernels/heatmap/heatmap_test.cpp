// Heat maps against brute force, and what they promise about single entries, modes and far views.
#include "kernels/heatmap/heatmap.hpp"

#include <algorithm>
#include <catch_amalgamated.hpp>
#include <cmath>
#include <cstddef>
#include <memory>
#include <vector>

#include "kernels/heatmap/heatmap_means.hpp"
#include "reference/heatmap.hpp"
#include "reference/table.hpp"

using namespace posenc;

namespace {

/// Half an ulp of the floats below 1: one rounding, and the error that the mean itself may have.
constexpr double one_rounding = 0x1p-25 + 1e-11;

/// The table of the paper in a given layout, and its entries in wide precision.
struct Table {
  Table(double base, Layout layout_) : layout(layout_), frequencies(layout_.row / 2) {
    const auto width = static_cast<std::uint32_t>(layout.row);
    geometric_frequencies(frequencies, base, 2, width);
    omega = reference::geometric_frequencies(frequencies.size(), base, 2, width);
  }

  reference::HeatmapEntry entry() const {
    return [this](double t, std::size_t column) {
      const bool is_cosine = column >= layout.cosine && (column - layout.cosine) % layout.step == 0;
      const std::size_t pair = (column - (is_cosine ? layout.cosine : layout.sine)) / layout.step;
      const reference::Wide angle = reference::Wide(t) * omega[pair];
      return is_cosine ? reference::cosine(angle) : reference::sine(angle);
    };
  }

  Layout layout;
  std::vector<Frequency> frequencies;
  std::vector<reference::Wide> omega;
};

std::vector<float> values(const Table& table, HeatmapView view, HeatmapShape shape,
                          HeatmapMode mode = HeatmapMode::exact) {
  const std::size_t bytes = heatmap_scratch(table.frequencies.size(), table.layout, shape);
  std::vector<double> scratch(bytes / sizeof(double) + 1);
  std::ranges::fill(std::as_writable_bytes(std::span(scratch)), std::byte{0xff}); // NaN, were it read
  std::vector<float> out(shape.width * shape.height);
  heatmap_values(table.frequencies, table.layout, view, mode, shape, out,
                 std::as_writable_bytes(std::span(scratch)).first(bytes));
  return out;
}

/// The larger of the worst error so far and one more; a NaN stays.
double worse(double worst, double value, reference::Wide exact) {
  const double error = std::abs(static_cast<double>(reference::Wide(value) - exact));
  return std::isnan(worst) || error <= worst ? worst : error;
}

/// The largest difference between a picture and brute force, over every pixel.
double error(const Table& table, HeatmapView view, HeatmapShape shape,
             HeatmapMode mode = HeatmapMode::exact) {
  const auto pixels = values(table, view, shape, mode);
  const bool across = shape.positions_across;
  const reference::HeatmapAxis positions{view.position_from, view.position_to,
                                         across ? shape.width : shape.height};
  const reference::HeatmapAxis dimensions{view.dimension_from, view.dimension_to,
                                          across ? shape.height : shape.width};
  const auto wide = mode == HeatmapMode::exact ? reference::heatmap_mean : reference::heatmap_nearest;
  const auto entry = table.entry();
  double worst = 0;
  for (std::size_t k = 0; k < positions.pixels; ++k)
    for (std::size_t m = 0; m < dimensions.pixels; ++m) {
      const float pixel = across ? pixels[m * shape.width + k] : pixels[k * shape.width + m];
      worst = worse(worst, static_cast<double>(pixel), wide(entry, positions, k, dimensions, m));
    }
  return worst;
}

} // namespace

TEST_CASE("heatmap: every pixel is the mean of the entries under it", "[heatmap]") {
  struct Case {
    const char* name;
    HeatmapView view;
    HeatmapShape shape;
  };
  const Case cases[] = {
      {"one entry a pixel", {0, 31, 0, 50}, {50, 31, false}},
      {"zoomed in, edges inside pixels", {0, 7, 0, 11}, {37, 23, false}},
      {"zoomed in, fractional view", {0.3, 20.7, 3.2, 11.9}, {17, 31, false}},
      {"a little over one entry a pixel", {4.75, 64.5, 0, 50}, {53, 47, false}},
      {"67.16 positions a pixel", {0, 67.16 * 11, 0, 50}, {50, 11, false}},
      {"dimensions compressed", {0.5, 19, 0.25, 49.5}, {7, 13, false}},
      {"both compressed, prime sizes", {3, 1003, 0, 50}, {19, 17, false}},
      {"negative positions", {-5.5, 4.25, 10, 14}, {13, 29, false}},
      {"a single pixel", {0, 100, 0, 50}, {1, 1, false}},
      {"part of one entry", {12.5, 12.75, 3.5, 3.625}, {3, 2, false}},
      {"positions across", {0.5, 133.25, 7, 29.5}, {41, 13, true}},
      {"positions across, more than a block", {0, 20, 0, 6}, {67, 5, true}},
  };
  for (const Layout layout : {interleaved(50), halves(50)})
    for (const double base : {10000.0, 2.0, 1e9, 0.5}) {
      const Table table(base, layout);
      for (const auto& [name, view, shape] : cases) {
        INFO(name << ", base " << base << ", step " << layout.step);
        CHECK(error(table, view, shape) <= one_rounding);
        CHECK(error(table, view, shape, HeatmapMode::nearest) <= one_rounding);
      }
    }
}

TEST_CASE("heatmap: far from zero pixels stay as sharp", "[heatmap]") {
  const Table table(10000, interleaved(10));
  for (const double from : {1e7, 1e8 + 0.25, 1e12 + 0.5, 1e15 + 0.125, 0x1p53 - 1000}) {
    INFO("from " << from);
    CHECK(error(table, {from, from + 3.5, 0, 10}, {10, 37, false}) <= one_rounding);
    CHECK(error(table, {from, from + 700.25, 0, 10}, {11, 7, true}) <= one_rounding);
    CHECK(error(table, {from, from + 37, 0, 10}, {10, 37, false}, HeatmapMode::nearest) <= one_rounding);
  }
}

TEST_CASE("heatmap: 10 000 positions a pixel, added up one by one", "[heatmap]") {
  const Table table(10000, interleaved(6));
  CHECK(error(table, {1e7, 1e7 + 20001.5, 0, 6}, {6, 2, false}) <= one_rounding);
}

namespace {

/// The worst error of the means before they are rounded, over some pixels of a long walk.
template <class SpanOf, class Exact>
double walk_error(const Table& table, std::size_t pixels, SpanOf span_of, Exact exact) {
  const std::size_t pairs = table.frequencies.size(), columns = 2 * pairs;
  std::vector<double> memory(64 * (columns + 2)); // more than enough
  Scratch scratch(std::as_writable_bytes(std::span(memory)));
  HeatmapMeans means(pairs, scratch);
  HeatmapColumns out(columns, scratch);
  const std::unique_ptr<bool[]> shown(new bool[columns]);
  std::fill_n(shown.get(), columns, true);
  means.start({table.frequencies, {pairs, pairs}, table.layout}, {shown.get(), columns});
  double worst = 0;
  const auto look = [&] {
    means.compute(table.frequencies, true, out);
    for (std::size_t k = 0; k < means.lines().size(); ++k)
      for (std::size_t j = 0; j < columns && means.lines()[k].pixel % 251 == 3; ++j)
        worst = worse(worst, out.means[j * HeatmapColumns::lines + k], exact(means.lines()[k].pixel, j));
    means.clear();
  };
  for (std::size_t k = 0; k < pixels; ++k)
    if (!means.take(table.frequencies, k, span_of(k))) look(), --k; // again, in an empty block
  look();
  return worst;
}

} // namespace

TEST_CASE("heatmap: a walk of 30 000 pixels stays within the errors it states", "[heatmap]") {
  constexpr std::size_t pixels = 30000;
  constexpr double from = 1000.375, to = from + 2.6 * pixels;
  const reference::HeatmapAxis axis{from, to, pixels},
      columns{0, 14, 14}; // 7 pairs: half a vector is left over
  const PixelAxis positions(from, to, pixels);
  for (const double base : {0.1, 2.0, 10000.0, 1e9}) {
    const Table table(base, interleaved(columns.pixels));
    const auto entry = table.entry();
    INFO("base " << base);
    CHECK(walk_error(
              table, pixels, [&](std::size_t k) { return positions.span(k); },
              [&](std::size_t k, std::size_t j) { return heatmap_mean(entry, axis, k, columns, j); }) <=
          1e-11);
    CHECK(walk_error(
              table, pixels, [&](std::size_t k) { return positions.nearest(k); },
              [&](std::size_t k, std::size_t j) { return heatmap_nearest(entry, axis, k, columns, j); }) <=
          HeatmapMeans::error);
  }
}

TEST_CASE("heatmap: a pixel is the mean of its two halves, at any number of positions", "[heatmap]") {
  const Table table(10000, interleaved(50));
  for (const double length : {1e3, 1e6, 1e8, 1e12, 0x1p52}) {
    for (const double from : {0.0, 1e8, 1e15}) {
      const auto whole = values(table, {from, from + length, 0, 50}, {50, 8, false});
      const auto half = values(table, {from, from + length, 0, 50}, {50, 16, false});
      double worst = 0;
      for (std::size_t k = 0; k < 8; ++k)
        for (std::size_t j = 0; j < 50; ++j) {
          const float mean = (half[2 * k * 50 + j] + half[(2 * k + 1) * 50 + j]) / 2;
          worst = std::max(worst, static_cast<double>(std::abs(mean - whole[k * 50 + j])));
        }
      INFO("from " << from << ", length " << length);
      CHECK(worst <= 0x1p-23);
    }
  }
}

TEST_CASE("heatmap: all positions from −2^53 to 2^53 under one pixel", "[heatmap]") {
  const Table table(10000, interleaved(8));
  for (const HeatmapMode mode : {HeatmapMode::exact, HeatmapMode::nearest}) {
    const auto row = values(table, {-0x1p53, 0x1p53, 0, 8}, {8, 1, false}, mode);
    for (std::size_t j = 0; j < 8; ++j) // sines and cosines cancel, but the middle entry is position 0
      CHECK(std::abs(row[j] - (mode == HeatmapMode::nearest ? static_cast<float>(j % 2) : 0.0f)) < 1e-7f);
  }
}

TEST_CASE("heatmap: a pixel within one entry is the table's own float", "[heatmap]") {
  for (const Layout layout : {interleaved(50), halves(50)}) {
    const Table table(10000, layout);
    for (const double start : {0.0, 45000.0, 16000000.0, -3.0, 1e12}) {
      constexpr std::size_t rows = 100, columns = 50, zoom = 3;
      std::vector<float> entries(rows * columns);
      sincos_table(table.frequencies, start, rows, layout, entries);
      const HeatmapView view{start, start + rows, 0, columns};
      CHECK(values(table, view, {columns, rows, false}) == entries);
      CHECK(values(table, view, {columns, rows, false}, HeatmapMode::nearest) == entries);

      const auto zoomed = values(table, view, {columns * zoom, rows * zoom, false});
      bool same = true;
      for (std::size_t k = 0; k < zoomed.size(); ++k) {
        const std::size_t row = k / (columns * zoom), column = k % (columns * zoom);
        same = same && zoomed[k] == entries[row / zoom * columns + column / zoom];
      }
      CHECK(same);
    }
  }
}

TEST_CASE("heatmap: positions across is the same picture, transposed", "[heatmap]") {
  const Table table(10000, interleaved(50));
  const HeatmapView view{0.25, 4500.5, 1.5, 48};
  for (const HeatmapMode mode : {HeatmapMode::exact, HeatmapMode::nearest, HeatmapMode::difference}) {
    constexpr std::size_t positions = 131, dimensions = 83;
    const auto down = values(table, view, {dimensions, positions, false}, mode);
    const auto across = values(table, view, {positions, dimensions, true}, mode);
    bool same = true;
    for (std::size_t k = 0; k < positions; ++k)
      for (std::size_t m = 0; m < dimensions; ++m)
        same = same && down[k * dimensions + m] == across[m * positions + k];
    CHECK(same);
  }
}

TEST_CASE("heatmap: difference is nearest minus exact", "[heatmap]") {
  const Table table(10000, interleaved(50));
  const HeatmapShape shape{67, 71, false};
  for (const HeatmapView view : {HeatmapView{0, 45000, 0, 50}, {0, 20, 0, 5}, {1e8, 1e8 + 71, 0.5, 50}}) {
    const auto exact = values(table, view, shape), nearest = values(table, view, shape, HeatmapMode::nearest);
    const auto difference = values(table, view, shape, HeatmapMode::difference);
    for (std::size_t k = 0; k < difference.size(); ++k)
      if (difference[k] != nearest[k] - exact[k]) FAIL_CHECK("pixel " << k);
  }
}

TEST_CASE("the error of nearest sampling at 67.16 positions a pixel, column by column", "[heatmap]") {
  constexpr std::size_t columns = 50, pixels = 670;
  const Table table(10000, interleaved(columns));
  const auto off = values(table, {0, 45000, 0, columns}, {columns, pixels, false}, HeatmapMode::difference);
  const auto rms = [&](std::size_t column) {
    double sum = 0;
    for (std::size_t k = 0; k < pixels; ++k)
      sum += std::pow(static_cast<double>(off[k * columns + column]), 2);
    return std::sqrt(sum / pixels);
  };
  for (std::size_t column = 0; column <= 13; ++column) {
    INFO("column " << column);
    CHECK(rms(column) >= 0.615);
    CHECK(rms(column) < 0.825);
  }
  CHECK(rms(16) == Catch::Approx(0.31).margin(0.005));
  CHECK(rms(18) == Catch::Approx(0.16).margin(0.005));
  CHECK(rms(20) == Catch::Approx(0.081).margin(0.0005));
  CHECK(rms(22) == Catch::Approx(0.040).margin(0.0005));
  CHECK(rms(24) == Catch::Approx(0.019).margin(0.0005));
}

TEST_CASE("heatmap: a frequency of zero and columns that no pair fills", "[heatmap]") {
  Frequency still{};
  const Layout layout{1, 2, 2, 4}; // columns 0 and 3 stay empty
  const HeatmapShape shape{4, 3, false};
  std::vector<double> scratch(heatmap_scratch(1, layout, shape) / sizeof(double) + 1);
  std::vector<float> out(12);
  heatmap_values({&still, 1}, layout, {0.5, 1000, 0, 4}, HeatmapMode::exact, shape, out,
                 std::as_writable_bytes(std::span(scratch)));
  CHECK(out == std::vector<float>{0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0});
}

TEST_CASE("heatmap: a view thinner than the doubles at the table's edge shows its last column", "[heatmap]") {
  const Table table(10000, interleaved(50));
  std::vector<float> entries(50);
  sincos_table(table.frequencies, 7, 1, table.layout, entries);
  for (const HeatmapMode mode : {HeatmapMode::exact, HeatmapMode::nearest})
    CHECK(values(table, {7, 8, std::nextafter(50.0, 0.0), 50}, {3, 1, false}, mode) ==
          std::vector<float>(3, entries[49]));
}

TEST_CASE("heatmap: a picture without pixels is legal", "[heatmap]") {
  const Table table(10000, interleaved(8));
  for (const HeatmapShape shape : {HeatmapShape{0, 5, false}, {5, 0, false}, {0, 0, true}, {0, 3, true}})
    CHECK(values(table, {0, 10, 0, 8}, shape).empty());
}
