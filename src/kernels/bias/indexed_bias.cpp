#include "kernels/bias/indexed_bias.hpp"

#include <cassert>

namespace posenc {

void indexed_bias(std::span<const std::int32_t> index, std::span<const float> table, std::size_t heads,
                  std::size_t first_head, std::span<float> out) {
  assert(index.empty() ? out.empty() : out.size() % index.size() == 0);
  float* row = out.data();
  for (std::size_t h = first_head; row < out.data() + out.size(); ++h, row += index.size())
    for (std::size_t n = 0; n < index.size(); ++n) {
      assert(index[n] >= 0 && static_cast<std::size_t>(index[n]) * heads < table.size());
      row[n] = table[static_cast<std::size_t>(index[n]) * heads + h];
    }
}

} // namespace posenc
