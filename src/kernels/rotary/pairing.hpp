/// Which two channels of a head are a pair that RoPE rotates.
///
///   halves        (i, i + pairs)      Hugging Face, GPT-NeoX, ONNX interleaved = 0
///   interleaved   (2i, 2i + 1)        the paper, Meta's Llama weights, GPT-J, ONNX interleaved = 1
///
/// Pairs lie in the first 2 · pairs channels of a head; the remaining channels are not rotated.
#pragma once

#include <cstddef>

namespace posenc {

enum class Pairing { halves, interleaved };

struct PairChannels {
  std::size_t first, second;
};

constexpr PairChannels channels(Pairing pairing, std::size_t pair, std::size_t pairs) {
  return pairing == Pairing::halves ? PairChannels{pair, pair + pairs} : PairChannels{2 * pair, 2 * pair + 1};
}

} // namespace posenc
