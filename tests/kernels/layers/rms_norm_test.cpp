// Root mean square normalisation against its formula in wide precision.
#include "kernels/layers/rms_norm.hpp"

#include <catch_amalgamated.hpp>
#include <cmath>
#include <limits>

#include "random_values.hpp"
#include "reference/layers.hpp"

using namespace posenc;

namespace {

constexpr double rms_eps = 1e-6;

std::vector<float> rms_normalised(const std::vector<float>& x, std::size_t columns,
                                  const std::vector<float>& gain) {
  std::vector<float> out(x.size(), 7.0f);
  rms_norm(x, columns, gain, rms_eps, out);
  return out;
}

void check_rms_norm(const std::vector<float>& row, const std::vector<float>& gain) {
  const auto got = rms_normalised(row, row.size(), gain);
  const auto exact = reference::rms_norm(row, rms_eps);
  const double bound =
      0x1p-24 + static_cast<double>(row.size() + 8) * 0x1p-53; // 8: what is left, a few roundings
  for (std::size_t c = 0; c < row.size(); ++c) {
    const reference::Wide due = exact[c] * reference::Wide(gain.empty() ? 1.0f : gain[c]);
    const double error = std::abs(static_cast<double>(reference::Wide(got[c]) - due));
    CHECK(error <= std::abs(static_cast<double>(due)) * bound + 0x1p-150);
  }
}

} // namespace

TEST_CASE("rms_norm is its formula at every width, with gain and without", "[rms_norm]") {
  RandomValues random(1);
  for (const std::size_t columns : {1, 2, 3, 4, 5, 7, 8, 9, 15, 31, 64, 127, 512})
    for (const double size : {1e-30, 1e-3, 1.0, 1e30}) {
      const auto row = random.floats(columns, -size, size);
      check_rms_norm(row, {});
      check_rms_norm(row, random.floats(columns));
    }
  check_rms_norm({3e38f, -3e38f, 3.4e38f}, {});
  check_rms_norm({1e-45f, 0.0f}, {});
}

TEST_CASE("rms_norm treats rows apart, in place as elsewhere, and none of none", "[rms_norm]") {
  const float inf = std::numeric_limits<float>::infinity();
  std::vector<float> rows = {1, 2, 4, 0, 0, 0, std::nanf(""), 1, 2, inf, 1, -2};
  const auto due = rms_normalised({1, 2, 4}, 3, {});
  rms_norm(rows, 3, {}, rms_eps, rows);
  CHECK(std::vector<float>(rows.begin(), rows.begin() + 3) == due);
  CHECK(std::vector<float>(rows.begin() + 3, rows.begin() + 6) == std::vector<float>(3, 0.0f));
  for (std::size_t i = 6; i < 10; ++i) CHECK(std::isnan(rows[i]));
  CHECK(rows[10] == 0.0f);
  CHECK(rows[11] == 0.0f);
  CHECK(rms_normalised({}, 3, {}).empty());
}
