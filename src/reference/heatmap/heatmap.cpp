#include "reference/heatmap/heatmap.hpp"

#include <algorithm>
#include <cmath>

namespace posenc::reference {

namespace {

Wide edge(const HeatmapAxis& axis, Wide pixel) {
  return Wide(axis.from) + (Wide(axis.to) - Wide(axis.from)) * pixel / Wide(axis.pixels);
}

/// Rounds towards −∞ without a library function for the wide type.
double cell(Wide x) {
  const double nearest = std::nearbyint(static_cast<double>(x));
  return Wide(nearest) > x ? nearest - 1 : nearest;
}

/// Calls visit(cell, share of the pixel) for every unit cell that meets the pixel.
template <class Visit> void for_each_cell(const HeatmapAxis& axis, std::size_t pixel, Visit visit) {
  const Wide a = edge(axis, Wide(pixel)), b = edge(axis, Wide(pixel + 1));
  for (double t = cell(a); Wide(t) < b; ++t)
    visit(t, (std::min(b, Wide(t) + 1) - std::max(a, Wide(t))) / (b - a));
}

} // namespace

Wide heatmap_mean(const HeatmapEntry& entry, const HeatmapAxis& positions, std::size_t position_pixel,
                  const HeatmapAxis& dimensions, std::size_t dimension_pixel) {
  Wide sum = 0;
  for_each_cell(positions, position_pixel, [&](double t, Wide share_of_position) {
    for_each_cell(dimensions, dimension_pixel, [&](double j, Wide share_of_dimension) {
      sum += share_of_position * share_of_dimension * entry(t, static_cast<std::size_t>(j));
    });
  });
  return sum;
}

Wide heatmap_nearest(const HeatmapEntry& entry, const HeatmapAxis& positions, std::size_t position_pixel,
                     const HeatmapAxis& dimensions, std::size_t dimension_pixel) {
  const double t = cell(edge(positions, Wide(position_pixel) + Wide(0.5)));
  const double j = cell(edge(dimensions, Wide(dimension_pixel) + Wide(0.5)));
  return entry(t, static_cast<std::size_t>(j));
}

} // namespace posenc::reference
