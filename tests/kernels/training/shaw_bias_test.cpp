// Shaw's bias and its gradients, against the formula in wide precision.
#include "kernels/training/shaw_bias.hpp"

#include <catch_amalgamated.hpp>

#include "differences.hpp"
#include "random_values.hpp"
#include "reference/training.hpp"
#include "shaw_case.hpp"

using namespace posenc;

namespace {

/// The bias of the keys that are seen; 0 for others.
WideValues shaw_bias_of(const WideValues& rows, const WideValues& table, bool causal) {
  const reference::TrainedAttention attention{shaw.length, shaw.heads, shaw.width};
  const auto bias = reference::trained_shaw(attention, table, rows);
  WideValues out;
  for (std::size_t b = 0; b < shaw.sequences; ++b)
    for (std::size_t h = 0; h < shaw.heads; ++h)
      for (std::size_t i = 0; i < shaw.length; ++i)
        for (std::size_t j = 0; j < shaw.length; ++j)
          out.push_back(causal && j > i ? reference::Wide(0) : bias(b * shaw.length + i, h, j));
  return out;
}

} // namespace

TEST_CASE("each query meets the vector of its clipped distance to a key", "[training]") {
  RandomValues random(11);
  for (const bool causal : {true, false}) {
    const BiasPlaces places{0, shaw.heads * shaw.length * shaw.length, shaw.length * shaw.length,
                            shaw.length};
    const HeadAttention shape{shaw.sequences, shaw.length, shaw.heads, shaw.width, places, 0, causal};
    const auto rows = random.floats(shaw.sequences * shaw.length * 3 * shaw.heads * shaw.width),
               table = random.floats((2 * shaw.clip + 1) * shaw.width);
    std::vector<float> bias(shaw.sequences * shaw.heads * shaw.length * shaw.length);
    shaw_bias(rows, table, shape, bias);
    const WideValues wide_rows = widened(rows), wide_table = widened(table),
                     due = shaw_bias_of(wide_rows, wide_table, causal);
    for (std::size_t n = 0; n < bias.size(); ++n) // numbers up to 12 / √3 = 6.9, rounded once
      CHECK(std::abs(static_cast<double>(reference::Wide(bias[n]) - due[n])) <= 0x1p-22);
    const auto g = random.floats(bias.size());
    std::vector<float> of_rows(rows.size());
    std::vector<double> of_table(table.size());
    shaw_bias_backward(std::vector<double>(g.begin(), g.end()), rows, table, shape, {of_rows, of_table});
    check_gradient(of_rows, differences(wide_rows, [&](const auto& v) {
                     return weighed(g, shaw_bias_of(v, wide_table, causal));
                   }));
    check_gradient(std::vector<float>(of_table.begin(), of_table.end()),
                   differences(wide_table, [&](const auto& v) {
                     return weighed(g, shaw_bias_of(wide_rows, v, causal));
                   }));
  }
}
