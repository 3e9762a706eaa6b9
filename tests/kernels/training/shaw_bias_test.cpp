// Shaw's bias and its gradients, against the formula in wide precision.
#include "kernels/training/shaw_bias.hpp"

#include <catch_amalgamated.hpp>

#include "differences.hpp"
#include "random_values.hpp"
#include "reference/training.hpp"

using namespace posenc;

namespace {

constexpr std::size_t length = 6, heads = 2, width = 3, sequences = 2, clip = 2;

/// The bias of the keys that are seen; 0 for others.
WideValues bias_of(const WideValues& rows, const WideValues& table, bool causal) {
  const reference::TrainedAttention attention{length, heads, width};
  const auto bias = reference::trained_shaw(attention, table, rows);
  WideValues out;
  for (std::size_t b = 0; b < sequences; ++b)
    for (std::size_t h = 0; h < heads; ++h)
      for (std::size_t i = 0; i < length; ++i)
        for (std::size_t j = 0; j < length; ++j)
          out.push_back(causal && j > i ? reference::Wide(0) : bias(b * length + i, h, j));
  return out;
}

} // namespace

TEST_CASE("each query meets the vector of its clipped distance to a key", "[training]") {
  RandomValues random(11);
  for (const bool causal : {true, false}) {
    const BiasPlaces places{0, heads * length * length, length * length, length};
    const HeadAttention shape{sequences, length, heads, width, places, 0, causal};
    const auto rows = random.floats(sequences * length * 3 * heads * width),
               table = random.floats((2 * clip + 1) * width);
    std::vector<float> bias(sequences * heads * length * length);
    shaw_bias(rows, table, shape, bias);
    const WideValues wide_rows = widened(rows), wide_table = widened(table),
                     due = bias_of(wide_rows, wide_table, causal);
    for (std::size_t n = 0; n < bias.size(); ++n) // numbers up to 12 / √3 = 6.9, rounded once
      CHECK(std::abs(static_cast<double>(reference::Wide(bias[n]) - due[n])) <= 0x1p-22);
    const auto g = random.floats(bias.size());
    std::vector<float> of_rows(rows.size());
    std::vector<double> of_table(table.size());
    shaw_bias_backward(std::vector<double>(g.begin(), g.end()), rows, table, shape, {of_rows, of_table});
    check_gradient(of_rows, differences(wide_rows, [&](const auto& v) {
                     return weighed(g, bias_of(v, wide_table, causal));
                   }));
    check_gradient(
        std::vector<float>(of_table.begin(), of_table.end()),
        differences(wide_table, [&](const auto& v) { return weighed(g, bias_of(wide_rows, v, causal)); }));
  }
}
