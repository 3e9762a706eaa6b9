#include "kernels/bias/indexed_bias.hpp"

#include <cassert>

namespace posenc {

void indexed_bias(std::span<const std::int32_t> index, std::span<const float> table, std::size_t heads,
                  std::span<float> out) {
  assert(out.size() == heads * index.size());
  for (std::size_t h = 0; h < heads; ++h)
    for (std::size_t n = 0; n < index.size(); ++n) {
      assert(index[n] >= 0 && static_cast<std::size_t>(index[n]) * heads < table.size());
      out[h * index.size() + n] = table[static_cast<std::size_t>(index[n]) * heads + h];
    }
}

} // namespace posenc
