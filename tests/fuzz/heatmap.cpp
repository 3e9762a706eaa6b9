#include "kernels/heatmap/heatmap.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "fuzz/targets.hpp"
#include "reference/heatmap.hpp"
#include "reference/table.hpp"

namespace posenc::fuzz {
namespace {

using reference::Wide;

struct Picture {
  HeatmapView view;
  HeatmapShape shape;
};

Picture picture_of(std::size_t columns, Bytes& bytes) {
  const double from = bytes.flag() ? bytes.real(-100, 1e6) : static_cast<double>(bytes.count(0, 50));
  const double rows = bytes.flag() ? bytes.real(0.01, 300) : static_cast<double>(bytes.count(1, 60));
  const double left = bytes.flag() ? bytes.real(0, static_cast<double>(columns) - 0.5) : 0;
  const double right =
      std::min(left + bytes.real(0.01, static_cast<double>(columns)), static_cast<double>(columns));
  return {{from, from + rows, left, right}, {bytes.count(1, 9), bytes.count(1, 40), bytes.flag()}};
}

/// An edge rounds by three times 2^-53 of its place, which takes as much of two pixels from one entry to the next; two entries
/// differ by 2 at most.
double edge_error(const reference::HeatmapAxis& axis) {
  const double span = axis.to - axis.from;
  return 4 * 3 * 0x1p-53 * (1 + span) * static_cast<double>(axis.pixels) / span;
}

/// Whether the centre of a pixel lies between two entries, as far as doubles tell: then the nearest may be either.
bool is_on_edge(const reference::HeatmapAxis& axis, std::size_t pixel) {
  const double centre = static_cast<double>(reference::edge(axis, Wide(pixel) + Wide(0.5)));
  return std::fabs(centre - std::nearbyint(centre)) < 0x1p-30;
}

void check_values(Bytes& bytes) {
  const std::size_t pairs = bytes.count(1, 5), columns = 2 * pairs;
  const double base = bytes.pick({10000.0, 2.0, bytes.real(1, 1e6)});
  const bool is_interleaved = bytes.flag();
  std::vector<Frequency> frequencies(pairs);
  geometric_frequencies(frequencies, base, 2, static_cast<std::uint32_t>(columns));
  const auto omega = reference::geometric_frequencies(pairs, base, 2, static_cast<unsigned>(columns));
  const auto [view, shape] = picture_of(columns, bytes);
  const bool across = shape.positions_across;
  const HeatmapMode mode = bytes.pick({HeatmapMode::exact, HeatmapMode::nearest});
  const Layout layout = is_interleaved ? interleaved(columns) : halves(columns);
  std::vector<double> scratch(heatmap_scratch(pairs, layout, shape) / sizeof(double) + 1, std::nan(""));
  std::vector<float> out(shape.width * shape.height, 7.0f);
  heatmap_values(frequencies, layout, view, mode, shape, out, std::as_writable_bytes(std::span(scratch)));
  const reference::HeatmapEntry entry = [&](double t, std::size_t column) {
    const std::size_t pair = is_interleaved ? column / 2 : column % pairs;
    const bool is_sine = is_interleaved ? column % 2 == 0 : column < pairs;
    return is_sine ? reference::sine(Wide(t) * omega[pair]) : reference::cosine(Wide(t) * omega[pair]);
  };
  const reference::HeatmapAxis positions{view.position_from, view.position_to,
                                         across ? shape.width : shape.height};
  const reference::HeatmapAxis dimensions{view.dimension_from, view.dimension_to,
                                          across ? shape.height : shape.width};
  const auto exact = mode == HeatmapMode::exact ? reference::heatmap_mean : reference::heatmap_nearest;
  for (std::size_t n = 0; n < 3; ++n) { // brute force takes its time
    const std::size_t k = bytes.count(0, positions.pixels - 1), m = bytes.count(0, dimensions.pixels - 1);
    const float pixel = across ? out[m * shape.width + k] : out[k * shape.width + m];
    if (mode == HeatmapMode::exact) {
      const double slack = 1e-11 + edge_error(positions) + edge_error(dimensions);
      require_near(pixel, exact(entry, positions, k, dimensions, m), slack, "heatmap: a mean");
    } else if (!is_on_edge(positions, k) && !is_on_edge(dimensions, m)) {
      require_near(pixel, exact(entry, positions, k, dimensions, m), 0x1p-80, "heatmap: a sample");
    }
  }
}

void check_colours(Bytes& bytes) {
  const std::vector<float> values = bytes.floats(bytes.count(0, 19));
  std::vector<std::uint32_t> palette(256), rgba(values.size(), 77);
  std::iota(palette.begin(), palette.end(), 1u);
  heatmap_colours(values, std::span<const std::uint32_t, 256>(palette), rgba);
  for (std::size_t n = 0; n < values.size(); ++n) {
    const double v = static_cast<double>(values[n]);
    if (std::isnan(v)) {
      require(rgba[n] == 0, "heatmap_colours of NaN");
      continue;
    }
    // The bin's number comes from a float, whose rounding may cross an edge.
    const auto colour = [](double value) {
      return std::clamp(std::floor((value + 1) * 128), 0.0, 255.0) + 1;
    };
    const double got = rgba[n];
    require(got >= colour(v - 0x1p-23) && got <= colour(v + 0x1p-23), "heatmap_colours");
  }
}

} // namespace

void heatmap(Bytes& bytes) {
  bytes.pick({check_values, check_values, check_colours})(bytes);
}

} // namespace posenc::fuzz
