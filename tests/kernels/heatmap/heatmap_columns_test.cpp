// Pictures of tables without some of their sines or cosines: sines alone, odd widths.
#include <catch_amalgamated.hpp>
#include <cmath>
#include <vector>

#include "kernels/heatmap/heatmap.hpp"

using namespace posenc;

namespace {

constexpr std::size_t picture_rows = 40, picture_width = 7;

struct Convention {
  Columns columns;
  Layout layout;
};

/// Interleaved and cut off, halves with a column of zeros, and sines alone.
const Convention conventions[] = {{{4, 3}, {0, 1, 2, picture_width}},
                                  {{3, 3}, {0, 3, 1, picture_width}},
                                  {{3, 4}, {4, 0, 1, picture_width}},
                                  {{7, 0}, {0, picture_width, 1, picture_width}}};

std::vector<Frequency> frequencies(Columns columns) {
  std::vector<Frequency> out(columns.pairs());
  geometric_frequencies(out, 100, 1, static_cast<std::uint32_t>(out.size()));
  return out;
}

std::vector<float> picture(const Convention& convention, HeatmapMode mode, HeatmapShape shape) {
  const auto schedule = frequencies(convention.columns);
  std::vector<float> out(shape.width * shape.height);
  std::vector<std::byte> scratch(heatmap_scratch(schedule.size(), convention.layout, shape));
  heatmap_values({schedule, convention.columns, convention.layout}, {0, picture_rows, 0, picture_width}, mode,
                 shape, 0, out, scratch);
  return out;
}

std::vector<float> table(const Convention& convention) {
  std::vector<float> out(picture_rows * picture_width, 0);
  sincos_table(frequencies(convention.columns), convention.columns, position(0), picture_rows,
               convention.layout, out);
  return out;
}

} // namespace

TEST_CASE("heatmap columns: one pixel an entry is the table") {
  for (const Convention& convention : conventions)
    for (const HeatmapMode mode : {HeatmapMode::exact, HeatmapMode::nearest})
      REQUIRE(picture(convention, mode, {picture_width, picture_rows, false}) == table(convention));
}

TEST_CASE("heatmap columns: one pixel for all is the mean of the entries") {
  for (const Convention& convention : conventions) {
    double sum = 0;
    for (const float entry : table(convention)) sum += static_cast<double>(entry);
    const float mean = picture(convention, HeatmapMode::exact, {1, 1, true})[0];
    REQUIRE(std::fabs(static_cast<double>(mean) - sum / (picture_rows * picture_width)) <= 1e-7);
  }
}
