/// The pixels of a heat map by brute force: every entry under a pixel, one by one, in wide precision.
///
///   value = Σ_t Σ_j |[t,t+1) ∩ [a,b)| · |[j,j+1) ∩ [u,v)| · entry(t, j) / ((b − a)(v − u))
///
/// Source    the definition of the mean over a rectangle of a function that is constant on unit cells
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>

#include "reference/arithmetic.hpp"

namespace posenc::reference {

/// Entry of position t and column j.
using HeatmapEntry = std::function<Wide(double t, std::size_t j)>;

/// from … to of one axis, cut into pixels.
struct HeatmapAxis {
  double from, to;
  std::size_t pixels;
};

inline Wide edge(const HeatmapAxis& axis, Wide pixel) {
  return Wide(axis.from) + (Wide(axis.to) - Wide(axis.from)) * pixel / Wide(axis.pixels);
}

/// Rounds towards −∞ without a library function for the wide type.
inline double cell(Wide x) {
  const double nearest = std::nearbyint(static_cast<double>(x));
  return Wide(nearest) > x ? nearest - 1 : nearest;
}

/// Calls visit(cell, share of the pixel) for every unit cell that meets the pixel.
template <class Visit> void for_each_cell(const HeatmapAxis& axis, std::size_t pixel, Visit visit) {
  const Wide a = edge(axis, Wide(pixel)), b = edge(axis, Wide(pixel + 1));
  for (double t = cell(a); Wide(t) < b; ++t)
    visit(t, (std::min(b, Wide(t) + 1) - std::max(a, Wide(t))) / (b - a));
}

inline Wide heatmap_mean(const HeatmapEntry& entry, const HeatmapAxis& positions, std::size_t position_pixel,
                         const HeatmapAxis& dimensions, std::size_t dimension_pixel) {
  Wide sum = 0;
  for_each_cell(positions, position_pixel, [&](double t, Wide share_of_position) {
    for_each_cell(dimensions, dimension_pixel, [&](double j, Wide share_of_dimension) {
      sum += share_of_position * share_of_dimension * entry(t, static_cast<std::size_t>(j));
    });
  });
  return sum;
}

/// The entry that holds the pixel's centre.
inline Wide heatmap_nearest(const HeatmapEntry& entry, const HeatmapAxis& positions,
                            std::size_t position_pixel, const HeatmapAxis& dimensions,
                            std::size_t dimension_pixel) {
  const double t = cell(edge(positions, Wide(position_pixel) + Wide(0.5)));
  const double j = cell(edge(dimensions, Wide(dimension_pixel) + Wide(0.5)));
  return entry(t, static_cast<std::size_t>(j));
}

} // namespace posenc::reference
