#include "fingerprint.hpp"

#include <cmath>
#include <cstddef>
#include <vector>

#include "kernels/additive/add_positions.hpp"
#include "kernels/additive/fourier.hpp"
#include "kernels/additive/grid.hpp"
#include "kernels/additive/naive.hpp"
#include "kernels/additive/normal.hpp"
#include "kernels/additive/random_fourier.hpp"
#include "kernels/table/recipe.hpp"
#include "kernels/table/sincos_table.hpp"

using namespace posenc;

namespace {

std::vector<Frequency> schedule(std::size_t width) {
  std::vector<Frequency> frequencies(width / 2);
  geometric_frequencies(frequencies, 10000, 2, static_cast<std::uint32_t>(width));
  return frequencies;
}

/// Positions of every kind: near, far, negative, fractional.
std::vector<double> mixed_positions(std::size_t count) {
  std::vector<double> positions(count);
  for (std::size_t t = 0; t < count; ++t)
    positions[t] = static_cast<double>(t * t * t) * (t % 3 == 0 ? 0.37 : t % 3 == 1 ? -5 : 1e6);
  return positions;
}

void add_fourier(fingerprint::Hash& hash, bool with_pi, bool by_octave) {
  std::vector<double> points(3 * 100);
  for (std::size_t i = 0; i < points.size(); ++i)
    points[i] = (static_cast<double>(i) - 150) * (i % 2 == 0 ? 0x1p-7 : 0.0123);
  const FourierFeatures features{3, 20, with_pi, by_octave, true};
  std::vector<float> out(100 * fourier_width(features));
  fourier(points, features, out);
  hash.add(out);
}

void add_recipe(fingerprint::Hash& hash, Recipe recipe) {
  std::vector<float> frequencies(64);
  recipe_frequencies(frequencies, recipe, 12345.678, 2, 128);
  hash.add(frequencies);
  const auto positions = mixed_positions(100);
  std::vector<float> out(100 * 128);
  recipe_table(frequencies, {64, 64}, positions, 1, halves(128), out);
  hash.add(out);
}

} // namespace

FINGERPRINT("normal_numbers 10000") {
  std::vector<double> out(10000);
  normal_numbers(3.5, 20240229, out);
  hash.add(out);
}
FINGERPRINT("random_fourier 50 points of 3, 65 features") {
  std::vector<double> matrix(65 * 3), points(50 * 3);
  normal_numbers(10, 1, matrix);
  normal_numbers(1, 2, points);
  std::vector<float> out(50 * 130);
  random_fourier(points, matrix, 3, {65, 0, 1, 130}, out);
  hash.add(out);
}
FINGERPRINT("fourier by coordinate, with pi") {
  add_fourier(hash, true, false);
}
FINGERPRINT("fourier by octave, radians") {
  add_fourier(hash, false, true);
}
FINGERPRINT("grid 20x33 of 3, normalized, truncated") {
  const Grid grid{3, 40, {20, 33, 3}, {20, 30, 3}, {1, 0, 2}, 1, true, true};
  std::vector<Frequency> scaled(3 * 7);
  grid_frequencies(schedule(14), grid, scaled);
  std::vector<float> out((20 * 33 * 3 + 1) * 40), scratch((20 * 33 * 3 + 1) * 14);
  grid_table(scaled, grid, interleaved(14), 0, out, scratch);
  hash.add(out);
}
FINGERPRINT("recipe direct") {
  add_recipe(hash, Recipe::direct);
}
FINGERPRINT("recipe logarithmic") {
  add_recipe(hash, Recipe::logarithmic);
}
FINGERPRINT("recipe cast") {
  add_recipe(hash, Recipe::cast);
}
FINGERPRINT("normalized_index_rows 1000") {
  std::vector<float> out(1000 * 3);
  normalized_index_rows(mixed_positions(1000), 5000, out);
  hash.add(out);
}
FINGERPRINT("add_sinusoids 2x300x50 with dropout") {
  std::vector<float> x(2 * 300 * 50), out(x.size()), table(300 * 50);
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = static_cast<float>(i % 1000) * 0.013f - 6;
  sincos_table(schedule(50), 0.3, 300, halves(50), table);
  add_positions(x, table, {300, 50, std::sqrt(50.0), {0.1, 7, 0}}, out);
  hash.add(out);
}
