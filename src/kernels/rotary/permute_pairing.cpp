#include "kernels/rotary/permute_pairing.hpp"

#include <algorithm>
#include <cassert>

namespace posenc {

void permute_pairing(std::span<const float> x, const PermutationShape& shape, Pairing to,
                     std::span<float> out) {
  const auto [outer, C, R, inner] = shape;
  assert(R % 2 == 0 && R <= C && x.size() >= outer * C * inner && out.size() >= outer * C * inner);
  const Pairing from = to == Pairing::halves ? Pairing::interleaved : Pairing::halves;
  for (std::size_t o = 0; o < outer; ++o) {
    const float* source = x.data() + o * C * inner;
    float* target = out.data() + o * C * inner;
    const auto move = [&, width = inner](std::size_t from_channel, std::size_t to_channel) {
      std::copy_n(source + from_channel * width, width, target + to_channel * width);
    };
    for (std::size_t i = 0; i < R / 2; ++i) {
      const PairChannels before = channels(from, i, R / 2), after = channels(to, i, R / 2);
      move(before.first, after.first);
      move(before.second, after.second);
    }
    std::copy(source + R * inner, source + C * inner, target + R * inner);
  }
}

} // namespace posenc
