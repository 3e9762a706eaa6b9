// Shaw's vectors for values and their gradients, against the formula in wide precision.
#include "kernels/training/shaw_values.hpp"

#include <catch_amalgamated.hpp>

#include "differences.hpp"
#include "random_values.hpp"
#include "reference/training.hpp"
#include "shaw_case.hpp"

using namespace posenc;

namespace {

constexpr std::size_t stride = 8;

/// What is added to the outputs.
WideValues added_by(const WideValues& weights, const WideValues& table, bool causal) {
  const auto vector = reference::trained_shaw_values({shaw.length, shaw.heads, shaw.width}, table);
  WideValues out;
  for (std::size_t r = 0; r < shaw.sequences * shaw.length; ++r)
    for (std::size_t h = 0; h < shaw.heads; ++h)
      for (std::size_t c = 0; c < shaw.width; ++c) {
        reference::Wide sum = 0;
        const std::size_t b = r / shaw.length, i = r % shaw.length;
        for (std::size_t j = 0; j < (causal ? i + 1 : shaw.length); ++j)
          sum += weights[((b * shaw.heads + h) * stride + i) * stride + j] * vector(r, j, c);
        out.push_back(sum);
      }
  return out;
}

} // namespace

TEST_CASE("each query takes the vector of its clipped distance to a key with the key's weight",
          "[training]") {
  RandomValues random(12);
  for (const bool causal : {true, false}) {
    const BiasPlaces places{0, shaw.heads * shaw.length * shaw.length, shaw.length * shaw.length,
                            shaw.length};
    const HeadAttention shape{shaw.sequences, shaw.length, shaw.heads, shaw.width, places, 0, causal};
    const auto weights = random.floats(shaw.sequences * shaw.heads * stride * stride, 0, 1),
               table = random.floats((2 * shaw.clip + 1) * shaw.width);
    const WideValues wide_weights = widened(weights), wide_table = widened(table),
                     due = added_by(wide_weights, wide_table, causal);
    std::vector<float> out(due.size(), 0.5f);
    shaw_values(weights, table, shape, out);
    for (std::size_t n = 0; n < out.size(); ++n) // sums up to 6.5: two roundings
      CHECK(std::abs(static_cast<double>(reference::Wide(out[n]) - reference::Wide(0.5) - due[n])) <=
            0x1p-21);
    const auto g = random.floats(out.size());
    std::vector<float> of_weights(shaw.sequences * shaw.heads * shaw.length * shaw.length), found;
    std::vector<double> of_table(table.size()), expected;
    shaw_values_backward(g, weights, table, shape, {of_weights, of_table});
    const auto all =
        differences(wide_weights, [&](const auto& v) { return weighed(g, added_by(v, wide_table, causal)); });
    for (std::size_t m = 0; m < shaw.sequences * shaw.heads; ++m)
      for (std::size_t i = 0; i < shaw.length; ++i)
        for (std::size_t j = 0; j < (causal ? i + 1 : shaw.length); ++j) {
          found.push_back(of_weights[(m * shaw.length + i) * shaw.length + j]);
          expected.push_back(all[(m * stride + i) * stride + j]);
        }
    check_gradient(found, expected);
    check_gradient(std::vector<float>(of_table.begin(), of_table.end()),
                   differences(wide_table,
                               [&](const auto& v) { return weighed(g, added_by(wide_weights, v, causal)); }));
  }
}
