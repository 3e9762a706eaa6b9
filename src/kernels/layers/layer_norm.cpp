#include "kernels/layers/layer_norm.hpp"

#include <cassert>
#include <cmath>

#include "kernels/arithmetic/canonical.hpp"
#include "kernels/arithmetic/dot.hpp"

namespace posenc {

namespace {

/// Σ term(x) over a row, in double.
template <class Term> double sum_of_row(std::span<const float> row, const Term& term) {
  const auto four = [&](std::size_t c) {
    const FourTerms x = four_doubles(&row[c]);
    return FourTerms{term(x.low), term(x.high)};
  };
  return sum_of(row.size(), four, [&](std::size_t c) { return term(double{row[c]}); });
}

void normalise_row(std::span<const float> row, const LayerNormParameters& parameters, float* out) {
  const auto columns = static_cast<double>(row.size());
  const double mean = sum_of_row(row, [](auto x) { return x; }) / columns;
  const auto square = [mean](auto x) { return (x - mean) * (x - mean); };
  const double inverse = 1.0 / std::sqrt(sum_of_row(row, square) / columns + parameters.eps);
  for (std::size_t c = 0; c < row.size(); ++c) {
    double y = (static_cast<double>(row[c]) - mean) * inverse;
    if (!parameters.gain.empty()) y *= static_cast<double>(parameters.gain[c]);
    if (!parameters.bias.empty()) y += static_cast<double>(parameters.bias[c]);
    out[c] = canonical(y);
  }
}

} // namespace

void layer_norm(std::span<const float> x, std::size_t columns, const LayerNormParameters& parameters,
                std::span<float> out) {
  assert(columns > 0 && x.size() % columns == 0 && out.size() == x.size() && parameters.eps > 0);
  for (std::size_t begin = 0; begin < x.size(); begin += columns)
    normalise_row(x.subspan(begin, columns), parameters, out.data() + begin);
}

} // namespace posenc
