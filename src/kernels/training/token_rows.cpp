#include "kernels/training/token_rows.hpp"

#include <cassert>

#include "kernels/layers/add.hpp"

namespace posenc {

void token_rows(std::span<const std::int32_t> tokens, std::span<const float> embedding,
                std::span<const float> table, std::size_t length, std::size_t width, std::span<float> out) {
  assert(out.size() == tokens.size() * width);
  for (std::size_t r = 0; r < tokens.size(); ++r) {
    const float* row = &embedding[static_cast<std::size_t>(tokens[r]) * width];
    const float* position = table.empty() ? nullptr : &table[r % length * width];
    for (std::size_t c = 0; c < width; ++c)
      out[r * width + c] = position == nullptr ? row[c] : row[c] + position[c];
  }
}

void token_rows_backward(std::span<const std::int32_t> tokens, std::span<const float> gradient,
                         std::size_t length, std::size_t width, std::span<float> embedding,
                         std::span<float> table) {
  for (std::size_t r = 0; r < tokens.size(); ++r) {
    const auto row = gradient.subspan(r * width, width);
    const auto word = embedding.subspan(static_cast<std::size_t>(tokens[r]) * width, width);
    add(word, row, word);
    if (table.empty()) continue;
    const auto position = table.subspan(r % length * width, width);
    add(position, row, position);
  }
}

} // namespace posenc
