#include "reference/rotary/rotate.hpp"

#include <cstddef>

namespace posenc::reference {

std::vector<Wide> rotated(std::span<const float> head, std::span<const Wide> angles, bool adjacent,
                          Wide amplitude) {
  std::vector<Wide> out(head.begin(), head.end());
  for (std::size_t i = 0; i < angles.size(); ++i) {
    const std::size_t first = adjacent ? 2 * i : i;
    const std::size_t second = adjacent ? 2 * i + 1 : i + angles.size();
    const Wide x = Wide(head[first]), y = Wide(head[second]);
    out[first] = amplitude * (x * cosine(angles[i]) - y * sine(angles[i]));
    out[second] = amplitude * (x * sine(angles[i]) + y * cosine(angles[i]));
  }
  return out;
}

} // namespace posenc::reference
