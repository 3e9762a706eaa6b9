/// The common float32 recipe for sinusoidal tables, step by step, for models that were trained with it.
///
///   direct       e = fl(fl(n i) / fl(m))      w = fl(fl(base)^e)      f[i] = fl(1 / w)
///   logarithmic  c = fl(−ln(base) / m)        y = fl(fl(n i) · c)     f[i] = fl(e^y)
///   cast         f[i] = fl(base^(−n i / m)), computed in double or better
///   table        phase = fl(scale · fl(fl(p) · f[i]))      entries fl(sin phase), fl(cos phase)
///
/// fl rounds to the nearest float, ties to even; i counts pairs, n / m is numerator / denominator, p the position. Each
/// step is rounded correctly, powers, exponentials and sines too, which in a framework may err by an ULP now and then.
///
/// Shapes    frequencies (pairs), positions (T), out (T, layout.row) f32 row-major
/// Units     frequencies in radians per position
/// Requires  columns and channels as for sincos_table; base in [2^-31, 2^31], (pairs − 1) n <= m;
///           |p f scale| <= 2^53. Checked by src/api
/// Accuracy  each step correctly rounded; from the exact table the result is off by 1.7e-5 at position 512 and by 6e-2
///           at 10^6 (width 512, base 10000; tests/kernels/table/recipe_test.cpp)
/// Source    direct: rotary and sinusoidal code of the frameworks, 1 / base ** (arange(0, d, 2) / d); logarithmic: The
///           Annotated Transformer, tensor2tensor; scale: diffusers, after the product
#pragma once

#include <cstdint>
#include <span>

#include "kernels/table/sincos_table.hpp"

namespace posenc {

enum class Recipe : std::uint8_t { direct, logarithmic, cast };

void recipe_frequencies(std::span<float> out, Recipe recipe, double base, std::uint32_t numerator,
                        std::uint32_t denominator);

/// The recipe "cast" for any schedule.
void cast_frequencies(std::span<const Frequency> frequencies, std::span<float> out);

void recipe_table(std::span<const float> frequencies, Columns columns, std::span<const double> positions,
                  float scale, Layout layout, std::span<float> out);

} // namespace posenc
