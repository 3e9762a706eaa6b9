#include <algorithm>
#include <cstddef>

#include "questions.hpp"
#include "reference/additive/grid.hpp"
#include "reference/table/frequencies.hpp"

namespace posenc::vectors {
namespace {

using reference::cosine;
using reference::Wide;

std::size_t index_of(double number) {
  return static_cast<std::size_t>(number);
}

/// The sine or the cosine that a layout puts into a column of 2 · omega.size().
Wide value_in_column(const std::string& layout, const std::vector<Wide>& omega, Wide position,
                     std::size_t column) {
  const std::size_t pairs = omega.size();
  const bool is_interleaved = layout == "interleaved";
  const bool is_first = is_interleaved ? column % 2 == 0 : column < pairs;
  const bool is_sine = is_first != (layout == "flipped-halves");
  const Wide angle = position * omega[is_interleaved ? column / 2 : column % pairs];
  return is_sine ? reference::sine(angle) : cosine(angle);
}

/// 1/√width or a number.
Wide output_scale(const std::string& text, std::size_t width) {
  if (text != "inverse-sqrt") return Wide(number_of(text));
  return reference::exponential(-reference::logarithm(Wide(width)) / 2);
}

/// sin πx, exactly 0 where x is an integer, as no wide π would have it.
Wide sine_of_half_turns(Wide x) {
  Wide rest = x - 2 * static_cast<Wide>(static_cast<long long>(x / 2)); // within ±2, without error
  if (rest > 1) rest -= 2;
  if (rest < -1) rest += 2;
  if (rest > Wide(0.5)) rest = 1 - rest;
  if (rest < Wide(-0.5)) rest = -1 - rest;
  return reference::sine(reference::pi * rest);
}

Wide cosine_of_half_turns(Wide x) {
  return sine_of_half_turns(x + Wide(0.5));
}

} // namespace

Questions sinusoidal(Fields& spec) {
  spec.must_be("precision", "exact");
  spec.number("start"); // questions name positions themselves
  const std::size_t width = spec.count("dModel"), shift = spec.count("shift");
  const std::size_t pairs = (spec.word("oddWidth") == "zero" ? width : width + 1) / 2;
  const std::size_t doubled_divisor = (spec.word("divisor") == "pairs" ? 2 * pairs : width) - 2 * shift;
  const std::vector<Wide> omega =
      reference::geometric_frequencies(pairs, spec.number("base"), 2, static_cast<unsigned>(doubled_divisor));
  const Wide scale = Wide(spec.number("scale")), amplitude = output_scale(spec.word("outputScale"), width);
  const bool is_padded = spec.has("paddingIndex");
  const double padding = is_padded ? spec.number("paddingIndex") : 0;
  const auto entry = [=, layout = spec.word("layout")](const Numbers& at) -> Wide {
    const std::size_t column = index_of(at[1]);
    if (column >= 2 * pairs || (is_padded && at[0] == padding)) return 0;
    return amplitude * value_in_column(layout, omega, scale * Wide(at[0]), column);
  };
  return {{"entry", entry}};
}

Questions sine(Fields& spec) {
  spec.must_be("precision", "exact");
  spec.number("start");
  const std::size_t width = spec.count("dModel");
  const std::vector<Wide> omega =
      reference::geometric_frequencies(width, spec.number("base"), 1, static_cast<unsigned>(width));
  return {
      {"entry", [=](const Numbers& at) { return reference::sine(Wide(at[0]) * omega[index_of(at[1])]); }}};
}

Questions learned(Fields& spec) {
  spec.number("start");
  spec.count("dModel");
  spec.count("maxLength");
  return {{"entry", [](const Numbers& at) { return Wide(at[0]) + Wide(at[1]) / 1024; }}};
}

Questions grid(Fields& spec) {
  const std::vector<double> shape = spec.numbers("shape"), axes = spec.numbers("axes");
  const std::vector<double> valid = spec.has("valid") ? spec.numbers("valid") : shape;
  const std::size_t width = spec.count("dModel"), parts = axes.size();
  spec.word("oddWidth"); // the end of the last share falls off, or there is none
  const std::size_t share = 2 * ((width + 2 * parts - 1) / (2 * parts));
  const std::vector<Wide> omega =
      reference::geometric_frequencies(share / 2, spec.number("base"), 2, static_cast<unsigned>(share));
  const double start = spec.number("start");
  const bool has_token = spec.flag("classToken"), is_normalized = spec.flag("normalize");
  const auto entry = [=, layout = spec.word("layout")](const Numbers& at) -> Wide {
    std::size_t place = index_of(at[0]);
    if (has_token && place-- == 0) return 0;
    const std::size_t column = index_of(at[1]), axis = index_of(axes[column / share]);
    for (std::size_t after = shape.size() - 1; after > axis; --after) place /= index_of(shape[after]);
    const double step = static_cast<double>(place % index_of(shape[axis]));
    const double count = start + std::min(step, valid[axis] - 1), last = start + valid[axis] - 1;
    const Wide coordinate = is_normalized ? reference::normalized(count, last) : Wide(count);
    return value_in_column(layout, omega, coordinate, column % share);
  };
  return {{"entry", entry}};
}

Questions fourier(Fields& spec) {
  const std::size_t dimensions = spec.count("dimensions"), octaves = spec.count("octaves");
  const bool with_pi = spec.flag("pi"), by_octave = spec.word("order") == "octave";
  const std::size_t before = spec.flag("includeInput") ? dimensions : 0;
  const auto entry = [=](const Numbers& at) -> Wide {
    std::size_t column = index_of(at[dimensions]);
    if (column < before) return Wide(at[column]);
    column -= before;
    const std::size_t octave = by_octave ? column / (2 * dimensions) : column / 2 % octaves;
    const std::size_t coordinate = by_octave ? column % dimensions : column / (2 * octaves);
    const bool is_sine = (by_octave ? column / dimensions : column) % 2 == 0;
    Wide phase = Wide(at[coordinate]);
    for (std::size_t k = 0; k < octave; ++k) phase *= 2;
    if (with_pi) return is_sine ? sine_of_half_turns(phase) : cosine_of_half_turns(phase);
    return is_sine ? reference::sine(phase) : cosine(phase);
  };
  return {{"entry", entry}};
}

} // namespace posenc::vectors
