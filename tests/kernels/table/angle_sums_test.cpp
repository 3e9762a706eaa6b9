// The bound of the error of rotated sines, against wide precision.
#include "kernels/table/angle_sums.hpp"

#include <algorithm>
#include <catch_amalgamated.hpp>
#include <cmath>
#include <cstddef>
#include <memory>
#include <vector>

#include "reference/table.hpp"

using namespace posenc;
using reference::Wide;

namespace {

/// The largest |error| / bound over the rows of one anchor, and the largest bound.
struct Worst {
  double share = 0, bound = 0;

  void add(double value, Wide exact, double limit) {
    share = std::max(share, std::fabs(static_cast<double>(Wide(value) - exact)) / limit);
    bound = std::max(bound, limit);
  }
};

Worst worst_of_anchor(double base, std::size_t pairs, double start) {
  const auto width = static_cast<std::uint32_t>(2 * pairs);
  std::vector<Frequency> frequencies(pairs);
  geometric_frequencies(frequencies, base, 2, width);
  const auto omega = reference::geometric_frequencies(pairs, base, 2, width);
  const auto sums = std::make_unique<AngleSums>();
  sums->set_groups(frequencies, 0, group_count(pairs));
  sums->set_anchor(frequencies, position(start));
  Worst worst;
  for (std::size_t t = 0; t < AngleSums::anchor_rows; ++t) {
    if (t > 0 && t % AngleSums::block_rows == 0) sums->advance();
    const double from_middle =
        static_cast<double>(t % AngleSums::block_rows) - (AngleSums::block_rows - 1) / 2.0;
    const auto k = static_cast<std::size_t>(std::fabs(from_middle));
    for (std::size_t g = 0; g < sums->count; ++g) {
      const auto& state = sums->states[g];
      const SineCosine<simd::f64x2> step = sums->steps[k][g];
      const auto value =
          from_middle > 0 ? angle_sum(state.value, step) : angle_sum(state.value, {-step.sine, step.cosine});
      const PairGroup at = pair_group(g, pairs);
      for (const std::size_t lane : {0u, 1u}) {
        const Wide angle = Wide(start + static_cast<double>(t)) * omega[lane == 0 ? at.first : at.second];
        worst.add(value.sine.get(lane), reference::sine(angle), state.sine_error.get(lane));
        worst.add(value.cosine.get(lane), reference::cosine(angle), AngleSums::cosine_error);
      }
    }
  }
  return worst;
}

} // namespace

TEST_CASE("angle sums: no row errs by more than its bound, and the bound is small") {
  for (const double base : {2.0, 1e4, 1e9, 0x1p60})
    for (const double start : {0.0, 1.0, 44800.0, 16776900.0, -16777216.0}) {
      CAPTURE(base, start);
      const Worst worst = worst_of_anchor(base, 19, start);
      REQUIRE(worst.share <= 0.25); // the bound adds up the worst of every rounding
      REQUIRE(worst.share > 0);
      REQUIRE(worst.bound <= 0x1.21p-42);
    }
}

TEST_CASE("angle sums: groups cover every pair, the last one by overlap") {
  for (std::size_t pairs = 1; pairs < 40; ++pairs) {
    std::vector<int> seen(pairs, 0);
    for (std::size_t g = 0; g < group_count(pairs); ++g) {
      const PairGroup at = pair_group(g, pairs);
      REQUIRE((at.first < pairs && at.second < pairs));
      REQUIRE(at.second - at.first == (pairs == 1 ? 0u : 1u));
      seen[at.first] = seen[at.second] = 1;
    }
    REQUIRE(std::ranges::count(seen, 1) == static_cast<std::ptrdiff_t>(pairs));
  }
}
