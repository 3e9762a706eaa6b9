#include "kernels/additive/add_positions.hpp"

#include <array>
#include <cmath>
#include <utility>

#include "fuzz/targets.hpp"
#include "kernels/additive/fourier.hpp"
#include "kernels/additive/grid.hpp"
#include "kernels/additive/learned.hpp"
#include "kernels/additive/naive.hpp"
#include "kernels/additive/normal.hpp"
#include "kernels/additive/random_fourier.hpp"
#include "reference/additive.hpp"

namespace posenc::fuzz {
namespace {

using reference::Wide;

void check_add_positions(Bytes& bytes) {
  const std::size_t batch = bytes.count(1, 3), rows = bytes.count(1, 4), width = bytes.count(1, 40);
  const double probability = bytes.flag() ? bytes.real(0, 0.95) : 0;
  const Dropout dropout{probability, static_cast<std::uint32_t>(bytes.bits(4)), bytes.bits(5)};
  const Addition addition{rows, width, bytes.pick({1.0, 22.627416997969522, bytes.real(-3, 3)}), dropout};
  const std::vector<float> x = bytes.floats(batch * rows * width), table = bytes.finite_floats(rows * width);
  std::vector<float> out(x.size(), 7.0f);
  add_positions(x, table, addition, out);
  const Wide kept = 1 / (1 - Wide(probability));
  for (std::size_t n = 0; n < x.size(); ++n) {
    const std::size_t row = n / width, column = n % width;
    if (!reference::is_kept(dropout.first_row + row, static_cast<std::uint32_t>(column), probability,
                            dropout.seed)) {
      require(std::bit_cast<std::uint32_t>(out[n]) == 0, "add_positions: a dropped entry");
      continue;
    }
    const float p = table[n % table.size()];
    const Wide exact = reference::with_position(x[n], p, addition.scale) * kept;
    const double size =
        std::fabs(addition.scale * static_cast<double>(x[n])) + std::fabs(static_cast<double>(p));
    const double slack = std::isfinite(size) ? 0x1p-50 * size / (1 - probability) : 0;
    require_near(out[n], exact, slack, "add_positions");
  }
}

void check_fourier(Bytes& bytes) {
  const FourierFeatures features{bytes.count(1, 3), bytes.count(0, 20), bytes.flag(), bytes.flag(),
                                 bytes.flag()};
  std::vector<double> points(features.dimensions * bytes.count(1, 3));
  for (double& x : points) x = bytes.flag() ? bytes.real(-4, 4) : std::ldexp(bytes.integer(), -10);
  const std::size_t width = fourier_width(features);
  std::vector<float> out(points.size() / features.dimensions * width, 7.0f);
  fourier(points, features, out);
  for (std::size_t n = 0; n < points.size(); ++n) {
    const std::size_t d = n % features.dimensions, first = features.include_input ? features.dimensions : 0;
    const float* row = out.data() + n / features.dimensions * width;
    if (features.include_input) require(row[d] == static_cast<float>(points[n]), "fourier: the input");
    for (std::size_t k = 0; k < features.octaves; ++k) {
      const Wide phase = reference::octave_phase(points[n], static_cast<unsigned>(k), features.with_pi);
      const std::size_t D = features.dimensions;
      const std::size_t sine =
          first + (features.by_octave ? 2 * D * k + d : 2 * features.octaves * d + 2 * k);
      const std::size_t cosine = sine + (features.by_octave ? D : 1);
      // 113 bits of a phase leave so much of its sine.
      const double slack = std::fabs(static_cast<double>(phase)) * 0x1p-108;
      require_near(row[sine], reference::sine(phase), slack, "fourier: a sine");
      require_near(row[cosine], reference::cosine(phase), slack, "fourier: a cosine");
    }
  }
}

void check_random_fourier(Bytes& bytes) {
  const std::size_t dimensions = bytes.count(1, 4), features = bytes.count(1, 9);
  std::vector<double> point(dimensions), matrix(dimensions * features);
  for (double& x : point) x = bytes.real(-3, 3);
  normal_numbers(bytes.real(0, 20), static_cast<std::uint32_t>(bytes.bits(4)), matrix);
  const Layout layout{features, 0, 1, 2 * features};
  std::vector<float> out(2 * features, 7.0f);
  random_fourier(point, matrix, dimensions, layout, out);
  for (std::size_t f = 0; f < features; ++f) {
    const std::span<const double> b(matrix.data() + f * dimensions, dimensions);
    const Wide phase = reference::feature_phase(b, point);
    double size = 0;
    for (std::size_t d = 0; d < dimensions; ++d) size += std::fabs(b[d] * point[d]);
    const double slack = 0x1p-50 * static_cast<double>(dimensions + 1) * size;
    require_near(out[features + f], reference::sine(phase), slack, "random_fourier: a sine");
    require_near(out[f], reference::cosine(phase), slack, "random_fourier: a cosine");
  }
}

void check_normal(Bytes& bytes) {
  const auto seed = static_cast<std::uint32_t>(bytes.bits(4));
  std::vector<double> out(bytes.count(1, 9));
  normal_numbers(1, seed, out);
  for (std::size_t n = 0; n < out.size(); ++n)
    require_near(out[n], reference::normal_number(n, seed), 0x1p-46 * 9, "normal_numbers");
}

void check_naive(Bytes& bytes) {
  const std::size_t width = bytes.count(1, 9);
  std::vector<double> positions(bytes.count(0, 6));
  for (double& p : positions) p = bytes.flag() ? static_cast<double>(bytes.count(0, 12)) : bytes.integer();
  const double length = static_cast<double>(bytes.count(2, 1000));
  std::vector<float> index(positions.size() * width), share = index, hot = index;
  index_rows(positions, index);
  normalized_index_rows(positions, length, share);
  one_hot_rows(positions, hot);
  for (std::size_t n = 0; n < index.size(); ++n) {
    const double p = positions[n / width];
    require(index[n] == static_cast<float>(p), "index_rows");
    require(hot[n] == reference::one_hot(p, n % width), "one_hot_rows");
    const double slack = 0x1p-52 * (std::fabs(p) / length + 1) * 4;
    require_near(share[n], reference::normalized_index(p, length), slack, "normalized_index_rows");
  }
}

void check_learned(Bytes& bytes) {
  const std::size_t rows = bytes.count(1, 9), width = bytes.count(0, 9);
  const std::vector<float> table = bytes.floats(rows * width);
  std::vector<double> positions(bytes.count(0, 6));
  for (double& p : positions) p = static_cast<double>(bytes.count(0, rows - 1));
  std::vector<float> out(positions.size() * width, 7.0f);
  learned_rows(table, rows, positions, out);
  for (std::size_t n = 0; n < out.size(); ++n) {
    const float expected = table[static_cast<std::size_t>(positions[n / width]) * width + n % width];
    require(std::bit_cast<std::uint32_t>(out[n]) == std::bit_cast<std::uint32_t>(expected), "learned_rows");
  }
}

void check_grid(Bytes& bytes) {
  const std::size_t axes = bytes.count(2, 3), pairs = bytes.count(1, 5), share = 2 * pairs;
  Grid grid{axes,        axes * share - bytes.count(0, 2), {1, 1, 1}, {1, 1, 1}, {0, 1, 2}, 0, bytes.flag(),
            bytes.flag()};
  for (std::size_t a = 0; a < axes; ++a) {
    grid.shape[a] = bytes.count(1, 5);
    grid.valid[a] = bytes.count(1, grid.shape[a]);
  }
  if (bytes.flag()) std::swap(grid.order[0], grid.order[1]);
  grid.start = static_cast<double>(bytes.count(0, 3));
  const double base = bytes.pick({10000.0, 2.0, bytes.real(1, 1e6)});
  const bool is_interleaved = bytes.flag();
  std::vector<Frequency> frequencies(pairs);
  geometric_frequencies(frequencies, base, 2, static_cast<std::uint32_t>(share));
  const std::size_t first = grid.has_class_token ? 1 : 0,
                    places = grid.shape[0] * grid.shape[1] * grid.shape[2];
  std::vector<float> out((places + first) * grid.width, 7.0f);
  if (grid.is_normalized) {
    std::vector<Frequency> scaled(axes * pairs);
    grid_frequencies(frequencies, grid, scaled);
    frequencies = scaled;
  }
  // In two parts, as the package makes large tables.
  const std::size_t rows = places + first, cut = bytes.count(0, rows);
  for (const auto& [from, count] : {std::pair{std::size_t{0}, cut}, std::pair{cut, rows - cut}}) {
    if (count == 0) continue;
    std::vector<float> scratch(count * share);
    grid_table(frequencies, grid, is_interleaved ? interleaved(share) : halves(share), from,
               std::span(out).subspan(from * grid.width, count * grid.width), scratch);
  }
  for (std::size_t c = 0; c < first * grid.width; ++c) require(out[c] == 0, "grid_table: the class token");
  for (std::size_t place = 0; place < places; ++place) {
    const std::array at{place / (grid.shape[1] * grid.shape[2]), place / grid.shape[2] % grid.shape[1],
                        place % grid.shape[2]};
    // Two axes are the first two: the third has one place.
    for (std::size_t c = 0; c < grid.width; ++c) {
      const std::size_t axis = grid.order[c / share];
      const double last = static_cast<double>(grid.valid[axis] - 1);
      const double count = grid.start + std::min(static_cast<double>(at[axis]), last);
      const Wide coordinate =
          grid.is_normalized ? reference::normalized(count, grid.start + last) : Wide(count);
      require_near(out[(first + place) * grid.width + c],
                   reference::share_value(coordinate, c % share, share, base, is_interleaved), 0x1p-90,
                   "grid_table");
    }
  }
}

} // namespace

void additive(Bytes& bytes) {
  bytes.pick({check_add_positions, check_add_positions, check_fourier, check_random_fourier, check_normal,
              check_naive, check_learned, check_grid})(bytes);
}

} // namespace posenc::fuzz
