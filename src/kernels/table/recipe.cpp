#include "kernels/table/recipe.hpp"

#include <algorithm>
#include <cassert>

#include "kernels/arithmetic/fixed_functions.hpp"
#include "kernels/table/pair_group.hpp"
#include "kernels/table/radian.hpp"
#include "kernels/table/table_store.hpp"

namespace posenc {
namespace {

using simd::f64x2;

/// One pair's share of the exponent, numerator · i / denominator, before it is a quotient.
struct Exponent {
  std::uint32_t numerator_times_i, denominator;
};

float direct_frequency(const Signed& log_base, Exponent exponent) {
  const float quotient =
      static_cast<float>(exponent.numerator_times_i) / static_cast<float>(exponent.denominator);
  return 1 / nearest_float(
                 exponential({log_base.size * fixed(static_cast<double>(quotient)), log_base.negative}));
}

float logarithmic_frequency(const Signed& log_base, Exponent exponent) {
  const float size =
      nearest_float(log_base.size / exponent.denominator) * static_cast<float>(exponent.numerator_times_i);
  return nearest_float(exponential({fixed(static_cast<double>(size)), !log_base.negative}));
}

float cast_frequency(const Signed& log_base, Exponent exponent) {
  const Fixed size = log_base.size * std::uint64_t{exponent.numerator_times_i} / exponent.denominator;
  return nearest_float(exponential({size, !log_base.negative}));
}

} // namespace

void recipe_frequencies(std::span<float> out, Recipe recipe, double base, std::uint32_t numerator,
                        std::uint32_t denominator) {
  assert(base >= 0x1p-31 && base <= 0x1p31 && denominator > 0);
  assert(out.empty() || (out.size() - 1) * std::uint64_t{numerator} <= denominator);
  const auto frequency_of = recipe == Recipe::direct        ? direct_frequency
                            : recipe == Recipe::logarithmic ? logarithmic_frequency
                                                            : cast_frequency;
  const bool rounds_base = recipe == Recipe::direct;
  const Signed log_base = logarithm(rounds_base ? static_cast<double>(static_cast<float>(base)) : base);
  for (std::size_t i = 0; i < out.size(); ++i)
    out[i] = frequency_of(log_base, {numerator * static_cast<std::uint32_t>(i), denominator});
}

void cast_frequencies(std::span<const Frequency> frequencies, std::span<float> out) {
  std::ranges::transform(frequencies, out.begin(),
                         [](const Frequency& f) { return nearest_float(f.value * radians_per_turn); });
}

void recipe_table(std::span<const float> frequencies, Columns columns, std::span<const double> positions,
                  float scale, Layout layout, std::span<float> out) {
  assert(columns.pairs() <= frequencies.size() && out.size() >= positions.size() * layout.row);
  const Radian radian;
  const std::size_t pairs = columns.pairs();
  for (std::size_t t = 0; t < positions.size(); ++t) {
    const float position = static_cast<float>(positions[t] + 0.0); // + 0 makes −0 a 0
    for (std::size_t g = 0; g < group_count(pairs); ++g) {
      const PairGroup at = pair_group(g, pairs);
      const float a = position * frequencies[at.first], b = position * frequencies[at.second];
      put_pairs(radian.rounded_sine_cosine(scale * a, scale * b), at, columns, layout,
                out.data() + t * layout.row);
    }
  }
}

} // namespace posenc
