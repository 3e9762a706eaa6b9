#include "fingerprint.hpp"

#include <array>
#include <cstddef>
#include <vector>

#include "kernels/heatmap/heatmap.hpp"

using namespace posenc;

namespace {

void add_pictures(fingerprint::Hash& hash, HeatmapView view, HeatmapShape shape) {
  constexpr std::size_t columns = 50;
  std::vector<Frequency> frequencies(columns / 2);
  geometric_frequencies(frequencies, 10000, 2, columns);
  const Layout layout = interleaved(columns);
  std::vector<double> scratch(heatmap_scratch(frequencies.size(), layout, shape) / sizeof(double) + 1);
  std::array<std::uint32_t, 256> palette;
  for (std::uint32_t k = 0; k < palette.size(); ++k) palette[k] = k * 0x01010101u;
  std::vector<float> values(shape.width * shape.height);
  std::vector<std::uint32_t> rgba(values.size());
  for (const auto mode : {HeatmapMode::exact, HeatmapMode::nearest, HeatmapMode::difference}) {
    heatmap_values(frequencies, layout, view, mode, shape, values,
                   std::as_writable_bytes(std::span(scratch)));
    heatmap_colours(values, palette, rgba);
    hash.add(values);
    hash.add(rgba);
  }
}

} // namespace

FINGERPRINT("heatmap 45000 positions down") {
  add_pictures(hash, {0, 45000, 0, 50}, {211, 670, false});
}
FINGERPRINT("heatmap 10^7 positions across") {
  add_pictures(hash, {0.5, 1e7, 0.25, 49}, {670, 31, true});
}
FINGERPRINT("heatmap 20 positions at 10^8") {
  add_pictures(hash, {1e8, 1e8 + 20, 3, 11}, {97, 101, false});
}
