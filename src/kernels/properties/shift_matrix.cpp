#include "kernels/properties/shift_matrix.hpp"

#include <algorithm>
#include <cassert>

#include "kernels/table/rounded_sine.hpp"

namespace posenc {
namespace {

/// The channels of pair i.
struct Channels {
  std::size_t sine, cosine;

  Channels(const Layout& layout, std::size_t i)
      : sine(layout.sine + i * layout.step), cosine(layout.cosine + i * layout.step) {}
};

} // namespace

void shift_blocks(std::span<const Frequency> frequencies, double offset,
                  std::span<SineCosine<double>> blocks) {
  assert(blocks.size() >= frequencies.size());
  const Position by = position(offset);
  for (std::size_t i = 0; i < frequencies.size(); ++i) blocks[i] = sine_cosine(phase(frequencies[i], by));
}

void shift_row(std::span<const SineCosine<double>> blocks, Layout layout, std::span<const double> row,
               std::span<double> out) {
  assert(row.size() >= layout.row && out.size() >= layout.row);
  std::copy_n(row.begin(), layout.row, out.begin());
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    const auto [s, c] = blocks[i];
    const Channels at(layout, i);
    out[at.sine] = row[at.sine] * c + row[at.cosine] * s;
    out[at.cosine] = row[at.cosine] * c - row[at.sine] * s;
  }
}

void shift_matrix(std::span<const Frequency> frequencies, double offset, Layout layout,
                  std::span<float> matrix) {
  const std::size_t width = layout.row;
  assert(matrix.size() >= width * width);
  const Position by = position(offset);
  std::fill_n(matrix.begin(), width * width, 0.0f);
  for (std::size_t c = 0; c < width; ++c) matrix[c * width + c] = 1;
  for (std::size_t i = 0; i < frequencies.size(); ++i) {
    const auto [s, c] = rounded_sine_cosine(frequencies[i], by);
    const Channels at(layout, i);
    matrix[at.sine * width + at.sine] = c;
    matrix[at.sine * width + at.cosine] = s;
    matrix[at.cosine * width + at.sine] = -s;
    matrix[at.cosine * width + at.cosine] = c;
  }
}

} // namespace posenc
