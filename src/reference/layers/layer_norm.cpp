#include "reference/layers/layer_norm.hpp"

namespace posenc::reference {

std::vector<Wide> layer_norm(std::span<const float> row, double eps) {
  const auto count = static_cast<Wide>(row.size());
  Wide mean = 0, variance = 0;
  for (const float x : row) mean += Wide(x) / count;
  for (const float x : row) variance += (Wide(x) - mean) * (Wide(x) - mean) / count;
  const Wide deviation = exponential(logarithm(variance + Wide(eps)) / 2);
  std::vector<Wide> out;
  for (const float x : row) out.push_back((Wide(x) - mean) / deviation);
  return out;
}

} // namespace posenc::reference
