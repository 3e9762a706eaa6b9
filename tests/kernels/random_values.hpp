/// Seeded values for tests, the same on every platform.
#pragma once

#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

namespace posenc {

class RandomValues {
public:
  explicit RandomValues(std::uint32_t seed) : bits_(seed) {}

  /// In [from, to].
  double real(double from, double to) { return from + (to - from) * (bits_() * 0x1p-32); }
  std::size_t integer(std::size_t from, std::size_t to) { return from + bits_() % (to - from + 1); }

  std::vector<float> floats(std::size_t count, double from = -2, double to = 2) {
    std::vector<float> values(count);
    for (float& value : values) value = static_cast<float>(real(from, to));
    return values;
  }

private:
  std::mt19937 bits_;
};

} // namespace posenc
