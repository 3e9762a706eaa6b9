#include "kernels/additive/naive.hpp"

#include <algorithm>
#include <cassert>
#include <cstddef>

namespace posenc {
namespace {

/// `write(position, row)` fills each row.
template <class Write>
void write_rows(std::span<const double> positions, std::span<float> out, const Write& write) {
  if (positions.empty()) return;
  const std::size_t width = out.size() / positions.size();
  assert(width * positions.size() == out.size());
  for (std::size_t t = 0; t < positions.size(); ++t) write(positions[t], out.subspan(t * width, width));
}

} // namespace

void index_rows(std::span<const double> positions, std::span<float> out) {
  write_rows(positions, out, [](double position, std::span<float> row) {
    std::ranges::fill(row, static_cast<float>(position));
  });
}

void normalized_index_rows(std::span<const double> positions, double length, std::span<float> out) {
  assert(length >= 2);
  const double last = length - 1;
  write_rows(positions, out, [last](double position, std::span<float> row) {
    std::ranges::fill(row, static_cast<float>((2 * position - last) / last)); // one rounding for integers
  });
}

void one_hot_rows(std::span<const double> positions, std::span<float> out) {
  write_rows(positions, out, [](double position, std::span<float> row) {
    std::ranges::fill(row, 0.0f);
    if (position < 0 || position >= static_cast<double>(row.size())) return;
    const auto column = static_cast<std::size_t>(position);
    if (static_cast<double>(column) == position) row[column] = 1;
  });
}

} // namespace posenc
