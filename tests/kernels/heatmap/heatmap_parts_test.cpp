// A heat map made in parts against the whole, bit by bit.
#include <algorithm>
#include <catch_amalgamated.hpp>
#include <vector>

#include "kernels/heatmap/heatmap.hpp"
#include "random_values.hpp"

using namespace posenc;

namespace {

struct Picture {
  std::vector<Frequency> frequencies;
  Layout layout;
  HeatmapView view;
  HeatmapMode mode;
  HeatmapShape shape;

  /// Made from parts of so many rows.
  std::vector<float> in_parts(std::size_t rows) const {
    const std::size_t pairs = frequencies.size();
    std::vector<float> out(shape.width * shape.height);
    std::vector<double> scratch(heatmap_scratch(pairs, layout, shape) / sizeof(double) + 1);
    for (std::size_t from = 0; from < shape.height; from += rows) {
      const std::size_t count = std::min(rows, shape.height - from);
      heatmap_values({frequencies, {pairs, pairs}, layout}, view, mode, shape, from,
                     std::span(out).subspan(from * shape.width, count * shape.width),
                     std::as_writable_bytes(std::span(scratch)));
    }
    return out;
  }
};

} // namespace

TEST_CASE("heatmap: parts of any size give the bits of the whole", "[heatmap_parts]") {
  RandomValues random(17);
  for (const double length : {3.3, 20.0, 150.5, 1e4, 1e9})
    for (const auto mode : {HeatmapMode::exact, HeatmapMode::nearest, HeatmapMode::difference})
      for (const bool across : {false, true})
        for (const bool halves : {false, true}) {
          const std::size_t pairs = random.integer(1, 40), width = 2 * pairs;
          Picture picture{std::vector<Frequency>(pairs),
                          halves ? Layout{0, pairs, 1, width} : Layout{0, 1, 2, width},
                          {random.real(-1e4, 1e4), 0, random.real(0, 0.5), static_cast<double>(width)},
                          mode,
                          across ? HeatmapShape{70, 53, true} : HeatmapShape{31, 300, false}};
          picture.view.position_to = picture.view.position_from + length;
          geometric_frequencies(picture.frequencies, 10000, 2, static_cast<std::uint32_t>(width));
          const std::vector<float> whole = picture.in_parts(picture.shape.height);
          INFO(length << " positions, mode " << static_cast<int>(mode) << (across ? ", across" : ""));
          for (const std::size_t rows : {1, 7, 40}) CHECK(picture.in_parts(rows) == whole);
        }
}
