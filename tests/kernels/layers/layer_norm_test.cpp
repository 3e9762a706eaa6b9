// Layer normalisation against its formula in wide precision.
#include "kernels/layers/layer_norm.hpp"

#include <catch_amalgamated.hpp>
#include <cmath>
#include <limits>

#include "random_values.hpp"
#include "reference/layers.hpp"

using namespace posenc;

namespace {

constexpr double layer_eps = 1e-5;

std::vector<float> layer_normalised(const std::vector<float>& x, std::size_t columns,
                                    const LayerNormParameters& parameters) {
  std::vector<float> out(x.size(), 7.0f);
  layer_norm(x, columns, parameters, out);
  return out;
}

/// Checks one row with a deviation of at least `deviation`.
void check_layer_norm(const std::vector<float>& row, const std::vector<float>& gain,
                      const std::vector<float>& bias, double deviation = std::sqrt(layer_eps)) {
  const auto got = layer_normalised(row, row.size(), {gain, bias, layer_eps});
  const auto exact = reference::layer_norm(row, layer_eps);
  double largest = 0;
  for (const float x : row) largest = std::max(largest, std::abs(static_cast<double>(x)));
  const double of_mean = static_cast<double>(row.size()) * 0x1p-53 * largest / deviation;
  for (std::size_t c = 0; c < row.size(); ++c) {
    const double factor = gain.empty() ? 1.0 : static_cast<double>(gain[c]);
    const double shift = bias.empty() ? 0.0 : static_cast<double>(bias[c]);
    const reference::Wide due = exact[c] * reference::Wide(factor) + reference::Wide(shift);
    const double terms = std::abs(static_cast<double>(exact[c]) * factor) + std::abs(shift);
    const double bound = std::abs(static_cast<double>(due)) * 0x1p-24 + of_mean * std::abs(factor) +
                         0x1p-50 * terms + 0x1p-150;
    CHECK(std::abs(static_cast<double>(reference::Wide(got[c]) - due)) <= bound);
  }
}

} // namespace

TEST_CASE("layer_norm is its formula at every width, with gain, bias, both and neither", "[layer_norm]") {
  RandomValues random(1);
  for (const std::size_t columns : {1, 2, 3, 4, 5, 7, 8, 31, 64, 127, 512})
    for (const double size : {1e-30, 1e-3, 1.0, 1e30}) {
      const auto row = random.floats(columns, -size, size);
      const auto gain = random.floats(columns), bias = random.floats(columns);
      check_layer_norm(row, {}, {});
      check_layer_norm(row, gain, {});
      check_layer_norm(row, {}, bias);
      check_layer_norm(row, gain, bias);
    }
}

TEST_CASE("layer_norm of rows far from zero", "[layer_norm]") {
  RandomValues random(2);
  check_layer_norm(random.floats(257, 1e6, 1e6 + 1), {}, {}, 0.2);
  check_layer_norm({16777216.0f, 16777218.0f, 16777220.0f}, {}, {}, 1.0);
  check_layer_norm({3e38f, -3e38f, 3.4e38f}, {}, {}, 1e38);
}

TEST_CASE("layer_norm of equal entries is the bias, exactly", "[layer_norm]") {
  const std::vector<float> bias = {0.1f, -2.0f, 3e-9f, 4.0f, 5.0f};
  for (const float x : {0.0f, 0.1f, -3.3e38f, 1e-45f, 123456.7f}) {
    CHECK(layer_normalised(std::vector<float>(5, x), 5, {{}, bias, layer_eps}) == bias);
    CHECK(layer_normalised(std::vector<float>(5, x), 5, {{}, {}, layer_eps}) == std::vector<float>(5, 0.0f));
  }
}

TEST_CASE("layer_norm treats rows apart, in place as elsewhere, and none of none", "[layer_norm]") {
  std::vector<float> rows = {1, 2, 4, 0, 0, 0, std::nanf(""), 1, 2, std::numeric_limits<float>::infinity(),
                             1, 2};
  const auto due = layer_normalised({1, 2, 4}, 3, {{}, {}, layer_eps});
  layer_norm(rows, 3, {{}, {}, layer_eps}, rows);
  CHECK(std::vector<float>(rows.begin(), rows.begin() + 3) == due);
  CHECK(std::vector<float>(rows.begin() + 3, rows.begin() + 6) == std::vector<float>(3, 0.0f));
  for (std::size_t i = 6; i < 12; ++i) CHECK(std::isnan(rows[i]));
  CHECK(layer_normalised({}, 3, {{}, {}, layer_eps}).empty());
}
