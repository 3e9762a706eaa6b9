#include "reference/bias/swin.hpp"

namespace posenc::reference {

std::size_t swin_index(std::size_t height, std::size_t width, std::size_t query, std::size_t key) {
  const std::size_t y = height - 1 + query / width - key / width;
  const std::size_t x = width - 1 + query % width - key % width;
  return y * (2 * width - 1) + x;
}

Wide swin_coordinate(double offset, double trained) {
  if (offset < 0) return -swin_coordinate(-offset, trained);
  const Wide unit = trained == 1 ? Wide(1) : Wide(trained - 1);
  return logarithm(Wide(1) + Wide(8) * Wide(offset) / unit) / ln_2 / Wide(3);
}

Wide swin_bias(const Perceptron& f, std::size_t head, Wide y, Wide x) {
  return Wide(16) / (Wide(1) + exponential(-perceptron(f, {y, x}, head)));
}

} // namespace posenc::reference
