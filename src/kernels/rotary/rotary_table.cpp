#include "kernels/rotary/rotary_table.hpp"

#include <algorithm>
#include <cassert>

#include "kernels/table/axes_table.hpp"
#include "kernels/table/recipe.hpp"
#include "kernels/table/scaled_table.hpp"
#include "kernels/table/sincos_table.hpp"

namespace posenc {

void rotary_table(std::span<const Frequency> frequencies, const RotaryTokens& tokens, double attention_factor,
                  std::span<float> out) {
  const std::size_t pairs = frequencies.size();
  const Layout layout = halves(2 * pairs);
  if (attention_factor == 1 && tokens.positions.empty())
    return sincos_table(frequencies, {pairs, pairs}, position(tokens.start, tokens.first), tokens.count,
                        layout, out);
  if (attention_factor == 1)
    return axes_table(frequencies, tokens.axis_of_pair, tokens.positions, tokens.count, layout, out);
  if (tokens.positions.empty())
    return scaled_table(frequencies, {pairs, pairs}, position(tokens.start, tokens.first), tokens.count,
                        attention_factor, layout, out);
  for_each_axis(tokens.axis_of_pair, layout,
                [&](std::size_t axis, std::size_t first, std::size_t count, const Layout& place) {
                  scaled_table_at(frequencies.subspan(first, count), {count, count},
                                  tokens.positions.subspan(axis * tokens.count, tokens.count),
                                  attention_factor, place, out);
                });
}

void rotary_recipe_table(std::span<const float> frequencies, const RotaryTokens& tokens,
                         float attention_factor, std::span<float> out) {
  assert(tokens.axis_of_pair.size() == frequencies.size());
  for_each_axis(tokens.axis_of_pair, halves(2 * frequencies.size()),
                [&](std::size_t axis, std::size_t first, std::size_t count, const Layout& place) {
                  recipe_table(frequencies.subspan(first, count), {count, count},
                               tokens.positions.subspan(axis * tokens.count, tokens.count), 1, place, out);
                });
  scale_entries(out, attention_factor);
}

void split_rotary_table(std::span<const float> table, std::size_t pairs, std::span<float> sines,
                        std::span<float> cosines) {
  assert(sines.size() == cosines.size() && table.size() == sines.size() + cosines.size());
  for (std::size_t row = 0; row * pairs < sines.size(); ++row) {
    const float* from = table.data() + 2 * row * pairs;
    std::copy_n(from, pairs, sines.data() + row * pairs);
    std::copy_n(from + pairs, pairs, cosines.data() + row * pairs);
  }
}

} // namespace posenc
