/// A heat map's pixels by brute force: every entry under a pixel, one by one, in wide precision.
///
///   value = Σ_t Σ_j |[t,t+1) ∩ [a,b)| · |[j,j+1) ∩ [u,v)| · entry(t, j) / ((b − a)(v − u))
///
/// Source    the definition of the mean over a rectangle of a function that is constant on unit cells
#pragma once

#include <cstddef>
#include <functional>

#include "reference/arithmetic/wide.hpp"

namespace posenc::reference {

/// Entry of position t and column j.
using HeatmapEntry = std::function<Wide(double t, std::size_t j)>;

/// from … to of one axis, cut into pixels.
struct HeatmapAxis {
  double from, to;
  std::size_t pixels;
};

Wide heatmap_mean(const HeatmapEntry& entry, const HeatmapAxis& positions, std::size_t position_pixel,
                  const HeatmapAxis& dimensions, std::size_t dimension_pixel);

/// The entry that holds the pixel's centre.
Wide heatmap_nearest(const HeatmapEntry& entry, const HeatmapAxis& positions, std::size_t position_pixel,
                     const HeatmapAxis& dimensions, std::size_t dimension_pixel);

} // namespace posenc::reference
