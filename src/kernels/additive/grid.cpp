#include "kernels/additive/grid.hpp"

#include <algorithm>
#include <cassert>

#include "kernels/arithmetic/fixed_functions.hpp"

namespace posenc {
namespace {

/// Rows of `out` between neighbours along an axis.
std::size_t stride(const Grid& grid, std::size_t axis) {
  std::size_t rows = 1;
  for (std::size_t a = axis + 1; a < grid.axes; ++a) rows *= grid.shape[a];
  return rows;
}

/// The channels of a share that lie within the width.
struct Share {
  std::size_t first, count;
};

Share share(const Grid& grid, std::size_t index, std::size_t width) {
  const std::size_t first = std::min(index * width, grid.width);
  return {first, std::min(width, grid.width - first)};
}

/// f · 2π / (last count + 10^-6).
void normalize(std::span<const Frequency> frequencies, double last, std::span<Frequency> out) {
  constexpr double epsilon = 1e-6; // DETR's guard against a division by zero
  const Fixed factor = quotient(radians_per_turn, fixed(last) + fixed(epsilon));
  std::ranges::transform(frequencies, out.begin(),
                         [&](const Frequency& f) { return frequency(f.value * factor); });
}

/// Coordinates of one axis, from `first` on.
struct Run {
  std::size_t first, count;
};

/// The coordinates of one axis that neighbouring places have, each once: at most two runs, as coordinates begin anew after
/// the last one. Coordinates beyond the valid ones are the last valid one.
class Coordinates {
public:
  Coordinates(const Grid& grid, std::size_t axis, Run places)
      : step_(stride(grid, axis)), shape_(grid.shape[axis]), last_(grid.valid[axis] - 1) {
    const std::size_t begin = places.first / step_, end = (places.first + places.count - 1) / step_ + 1;
    const bool all = end - begin >= shape_;
    first_ = all ? 0 : begin % shape_;
    const std::size_t past = all ? shape_ : first_ + end - begin;
    runs_[0] = run(first_, std::min(past, shape_));
    runs_[1] = past > shape_ ? run(0, past - shape_) : Run{0, 0};
  }

  const std::array<Run, 2>& runs() const { return runs_; }

  /// The number of the coordinate of a place, counted through the runs.
  std::size_t index(std::size_t place) const {
    const std::size_t coordinate = place / step_ % shape_, valid = std::min(coordinate, last_);
    return coordinate >= first_ ? valid - runs_[0].first : runs_[0].count + valid;
  }

private:
  Run run(std::size_t from, std::size_t to) const {
    const std::size_t first = std::min(from, last_);
    return {first, std::min(to, last_ + 1) - first};
  }

  std::size_t step_, shape_, last_, first_ = 0;
  std::array<Run, 2> runs_{};
};

/// The shares of one axis in the rows of some places.
void put_share(std::span<const Frequency> frequencies, const Grid& grid, std::size_t index, Layout part,
               Run places, std::span<float> out, std::span<float> scratch) {
  const Coordinates coordinates(grid, grid.order[index], places);
  std::size_t made = 0;
  for (const Run& run : coordinates.runs()) {
    assert(scratch.size() >= (made + run.count) * part.row);
    sincos_table(frequencies, {frequencies.size(), frequencies.size()},
                 position(grid.start, static_cast<double>(run.first)), run.count, part,
                 scratch.subspan(made * part.row));
    made += run.count;
  }
  const auto [first, count] = share(grid, index, part.row);
  for (std::size_t row = 0; row < places.count; ++row)
    std::copy_n(&scratch[coordinates.index(places.first + row) * part.row], count,
                &out[row * grid.width + first]);
}

} // namespace

void grid_frequencies(std::span<const Frequency> frequencies, const Grid& grid, std::span<Frequency> scaled) {
  const std::size_t pairs = frequencies.size();
  assert(scaled.size() == grid.axes * pairs);
  for (std::size_t index = 0; index < grid.axes; ++index) {
    const auto last = static_cast<double>(grid.valid[grid.order[index]] - 1);
    normalize(frequencies, grid.start + last, scaled.subspan(index * pairs, pairs));
  }
}

void grid_table(std::span<const Frequency> frequencies, const Grid& grid, Layout part, std::size_t first_row,
                std::span<float> out, std::span<float> scratch) {
  assert((grid.axes == 2 || grid.axes == 3) && grid.axes * part.row >= grid.width);
  Run places{first_row, out.size() / grid.width};
  if (grid.has_class_token && first_row == 0) {
    std::ranges::fill(out.first(grid.width), 0.0f);
    out = out.subspan(grid.width);
    --places.count;
  } else if (grid.has_class_token) {
    --places.first;
  }
  if (places.count == 0) return;
  const std::size_t pairs = part.row / 2;
  const bool is_shared = frequencies.size() == pairs;
  for (std::size_t index = 0; index < grid.axes; ++index)
    put_share(is_shared ? frequencies : frequencies.subspan(index * pairs, pairs), grid, index, part, places,
              out, scratch);
}

} // namespace posenc
