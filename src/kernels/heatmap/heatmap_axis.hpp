/// One axis of a heat map: which entries lie under each pixel, and with what weights.
#pragma once

#include <cmath>
#include <cstddef>

namespace posenc {

/// A pixel as a run of entries: `first`, whole ones between, and `first + steps`, in which the next pixel starts.
struct PixelSpan {
  double first;
  double steps;
  double left, inner, right; // weight of the first entry, of each one between, of the last; together 1

  /// Whether one entry fills the whole pixel: then its value is that entry and no mean.
  bool single() const { return left == 1; }

  bool same_entry(const PixelSpan& other) const { return single() && other.single() && first == other.first; }
};

/// Edges are kept relative to the entry that holds `from`: there they are small numbers with all their digits,
/// while far from zero doubles are too coarse for a fraction of a pixel.
class PixelAxis {
public:
  PixelAxis(double from, double to, std::size_t pixels)
      : origin_(std::floor(from)), offset_(from - origin_), length_(to - from),
        pixels_(static_cast<double>(pixels)) {}

  PixelSpan span(std::size_t pixel) const {
    const double a = edge(static_cast<double>(pixel)), b = edge(static_cast<double>(pixel + 1));
    const double first = std::floor(a), last = std::floor(b), scale = 1 / (b - a);
    if (first == last) return {origin_ + first, 0, 1, 0, 0};
    return {origin_ + first, last - first, (first + 1 - a) * scale, scale, (b - last) * scale};
  }

  /// The entry under the pixel's centre as the whole of the pixel, and the steps from it to the next pixel's.
  PixelSpan nearest(std::size_t pixel) const {
    const double centre = static_cast<double>(pixel) + 0.5;
    const double first = std::floor(edge(centre)), next = std::floor(edge(centre + 1));
    return {origin_ + first, next - first, 1, 0, 0};
  }

private:
  /// One rounding for each operation: at a whole number of entries a pixel the edges come out whole.
  double edge(double pixel) const { return offset_ + length_ * pixel / pixels_; }

  double origin_, offset_, length_, pixels_;
};

} // namespace posenc
