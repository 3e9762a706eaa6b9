/// Additive encodings other than tables of sinusoids, and the addition itself.
#include <emscripten/bind.h>

#include "bindings/place.hpp"
#include "bindings/slices.hpp"
#include "kernels/additive/add_positions.hpp"
#include "kernels/additive/fourier.hpp"
#include "kernels/additive/grid.hpp"
#include "kernels/additive/learned.hpp"
#include "kernels/additive/naive.hpp"
#include "kernels/additive/normal.hpp"
#include "kernels/additive/random_fourier.hpp"

namespace posenc::bindings {
namespace {

void fill_index(Address list) {
  const auto& [positions, out] = slices<2>(list);
  index_rows(positions, out);
}

void fill_normalized_index(Address list, double length) {
  const auto& [positions, out] = slices<2>(list);
  normalized_index_rows(positions, length, out);
}

void fill_one_hot(Address list) {
  const auto& [positions, out] = slices<2>(list);
  one_hot_rows(positions, out);
}

void look_up(Address list, std::size_t rows) {
  const auto& [positions, out, table] = slices<3>(list);
  learned_rows(table, rows, positions, out);
}

/// The numbers of a FourierFeatures, as JavaScript has them.
struct FourierNumbers {
  std::uint32_t dimensions, octaves, with_pi, by_octave, include_input;
};

void fill_fourier(Address list) {
  const auto& [points, numbers, out] = slices<3>(list);
  const auto& [dimensions, octaves, with_pi, by_octave, include_input] = numbers.as<FourierNumbers>();
  fourier(points, {dimensions, octaves, with_pi != 0, by_octave != 0, include_input != 0}, out);
}

void draw_matrix(Address list, double sigma, std::uint32_t seed) {
  const auto& [matrix] = slices<1>(list);
  normal_numbers(sigma, seed, matrix);
}

void fill_random_fourier(Address list, std::size_t dimensions) {
  const auto& [matrix, points, layout, out] = slices<4>(list);
  random_fourier(points, matrix, dimensions, layout.as<Layout>(), out);
}

/// The numbers of a Grid but its start, as JavaScript has them.
struct GridNumbers {
  std::uint32_t axes, width;
  std::array<std::size_t, 3> shape, valid, order;
  std::uint32_t is_normalized, has_class_token;
};

void fill_grid(Address list, double start) {
  const auto& [frequencies, numbers, layout, scaled, out] = slices<5>(list);
  const auto& [axes, width, shape, valid, order, is_normalized, has_class_token] = numbers.as<GridNumbers>();
  const Grid grid{axes, width, shape, valid, order, start, is_normalized != 0, has_class_token != 0};
  grid_table(frequencies, grid, layout.as<Layout>(), scaled, out);
}

/// The numbers of an Addition, as JavaScript has them.
struct AdditionNumbers {
  double rows, width, scale, probability, seed;

  operator Addition() const {
    return {static_cast<std::size_t>(rows),
            static_cast<std::size_t>(width),
            scale,
            {probability, static_cast<std::uint32_t>(seed), 0}};
  }
};

void add_table(Address list) {
  const auto& [table, numbers, x] = slices<3>(list);
  add_positions(x, table, numbers.as<AdditionNumbers>(), x);
}

void add_table_of_sinusoids(Address list, double start) {
  const auto& [frequencies, place, numbers, x, scratch] = slices<5>(list);
  const auto& [layout, columns] = place.as<Place>();
  add_sinusoids(x, {frequencies, columns, layout}, start, numbers.as<AdditionNumbers>(), x, scratch);
}

} // namespace

EMSCRIPTEN_BINDINGS(additive) {
  using emscripten::function;
  function("indexRows", &fill_index);
  function("normalizedIndexRows", &fill_normalized_index);
  function("oneHotRows", &fill_one_hot);
  function("learnedRows", &look_up);
  function("fourier", &fill_fourier);
  function("normalNumbers", &draw_matrix);
  function("randomFourier", &fill_random_fourier);
  function("gridTable", &fill_grid);
  function("addPositions", &add_table);
  function("addSinusoids", &add_table_of_sinusoids);
}

} // namespace posenc::bindings
