/// A perceptron with one hidden layer of rectified units, in wide precision.
#pragma once

#include <cstddef>
#include <vector>

#include "reference/arithmetic/wide.hpp"

namespace posenc::reference {

struct Perceptron {
  std::vector<float> hidden_weight, hidden_bias, output_weight, output_bias; // the last may be empty
};

Wide perceptron(const Perceptron& net, const std::vector<Wide>& input, std::size_t output);

} // namespace posenc::reference
