#include "reference/bias/fire.hpp"

namespace posenc::reference {

Wide fire_distance(double c, double threshold, double query, double key) {
  const auto stretched = [c](double x) { return logarithm(Wide(c) * Wide(x) + Wide(1)); };
  return stretched(query < key ? key - query : query - key) /
         stretched(threshold < query ? query : threshold);
}

Wide fire(double c, double threshold, const Perceptron& f, std::size_t head, double query, double key) {
  return perceptron(f, {fire_distance(c, threshold, query, key)}, head);
}

} // namespace posenc::reference
