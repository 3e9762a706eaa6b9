#include "reference/arithmetic/perceptron.hpp"

namespace posenc::reference {

Wide perceptron(const Perceptron& net, const std::vector<Wide>& input, std::size_t output) {
  const std::size_t units = net.hidden_bias.size();
  Wide sum = net.output_bias.empty() ? Wide(0) : Wide(net.output_bias[output]);
  for (std::size_t u = 0; u < units; ++u) {
    Wide unit = Wide(net.hidden_bias[u]);
    for (std::size_t c = 0; c < input.size(); ++c)
      unit += Wide(net.hidden_weight[u * input.size() + c]) * input[c];
    if (unit > 0) sum += Wide(net.output_weight[output * units + u]) * unit;
  }
  return sum;
}

} // namespace posenc::reference
