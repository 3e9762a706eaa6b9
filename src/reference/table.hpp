/// Frequencies and tables of sines and cosines straight from the formulas, in wide precision, rounded once.
///
/// Units     omega ω in radians per position; a table is row-major, (positions, channels)
/// Accuracy  a product p·ω errs by 2^-112 of itself: 2^-88 at position 2^24
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "reference/arithmetic.hpp"

namespace posenc::reference {

// ω[i] = base^(−i · numerator / denominator) radians per position.
// Source    Vaswani et al. 2017, arXiv 1706.03762, section 3.5

inline std::vector<Wide> geometric_frequencies(std::size_t pairs, double base, unsigned numerator,
                                               unsigned denominator) {
  std::vector<Wide> omega(pairs);
  for (std::size_t i = 0; i < pairs; ++i)
    omega[i] = exponential(-logarithm(Wide(base)) * Wide(i) * Wide(numerator) / Wide(denominator));
  return omega;
}

// ω of sections that start again, each with its base: base^(−i / section) for i = 0 … section − 1, section after section.
// Source    Heo et al. 2024, arXiv 2403.13298, section 3.2

inline std::vector<Wide> restarted_frequencies(std::span<const double> bases,
                                               std::span<const unsigned> sections) {
  std::vector<Wide> omega;
  for (std::size_t s = 0; s < sections.size(); ++s)
    for (unsigned i = 0; i < sections[s]; ++i)
      omega.push_back(exponential(-logarithm(Wide(bases[s])) * Wide(i) / Wide(sections[s])));
  return omega;
}

// One row of a sinusoidal table: the sines of the first pairs, then the cosines of the first pairs.
// Source    Vaswani et al. 2017, arXiv 1706.03762, section 3.5

struct Encoding {
  std::vector<Wide> omega; // radians per position
  std::size_t sines, cosines;

  std::vector<Wide> row(Wide position) const {
    std::vector<Wide> values;
    values.reserve(sines + cosines);
    for (std::size_t i = 0; i < sines; ++i) values.push_back(sine(position * omega[i]));
    for (std::size_t i = 0; i < cosines; ++i) values.push_back(cosine(position * omega[i]));
    return values;
  }
};

/// interleaved[t, 2i] = sin(p[t] ω[i]), interleaved[t, 2i + 1] = cos(p[t] ω[i])
///
/// Source    Vaswani et al. 2017, arXiv 1706.03762, section 3.5
inline std::vector<float> interleaved_table(std::span<const Wide> omega, std::span<const double> positions) {
  std::vector<float> table;
  for (const double position : positions)
    for (const Wide frequency : omega)
      for (const auto function : {sine, cosine})
        table.push_back(static_cast<float>(function(Wide(position) * frequency)));
  return table;
}

/// halves[t, i] = factor · sin(p[t] ω[i]), halves[t, pairs + i] = factor · cos(p[t] ω[i])
///
/// Source    Vaswani et al. 2017, section 3.5; the factor: Peng et al. 2023, arXiv 2309.00071, section 3.4
inline std::vector<float> halves_table(std::span<const Wide> omega, std::span<const double> positions,
                                       double factor = 1) {
  std::vector<float> table;
  for (const double position : positions)
    for (const auto function : {sine, cosine})
      for (const Wide frequency : omega)
        table.push_back(static_cast<float>(Wide(factor) * function(Wide(position) * frequency)));
  return table;
}

// A table of sines, then cosines, whose pairs follow different axes, one wide sine for each entry.
// Source    Wang et al. 2024, arXiv 2409.12191, section 2.1

/// positions (axes, rows), in radians with omega; the result is (rows, 2 · pairs).
inline std::vector<float> axes_table(std::span<const Wide> omega, std::span<const std::uint32_t> axis_of_pair,
                                     std::span<const double> positions, std::size_t rows) {
  std::vector<float> table;
  for (std::size_t t = 0; t < rows; ++t)
    for (const auto function : {sine, cosine})
      for (std::size_t i = 0; i < omega.size(); ++i)
        table.push_back(static_cast<float>(function(Wide(positions[axis_of_pair[i] * rows + t]) * omega[i])));
  return table;
}

// The frameworks' float32 recipes, each step and then rounded to float.
// Source    The Annotated Transformer (logarithmic); rotary and sinusoidal code of the frameworks (direct)

inline float rounded(Wide x) {
  return static_cast<float>(x);
}

inline float direct_frequency(double base, std::uint32_t numerator_times_i, std::uint32_t denominator) {
  const float e = rounded(Wide(rounded(Wide(numerator_times_i))) / Wide(rounded(Wide(denominator))));
  const float w = rounded(exponential(Wide(e) * logarithm(Wide(rounded(Wide(base))))));
  return rounded(Wide(1) / Wide(w));
}

inline float logarithmic_frequency(double base, std::uint32_t numerator_times_i, std::uint32_t denominator) {
  const float c = rounded(-logarithm(Wide(base)) / Wide(denominator));
  const float y = rounded(Wide(rounded(Wide(numerator_times_i))) * Wide(c));
  return rounded(exponential(Wide(y)));
}

inline float cast_frequency(double base, std::uint32_t numerator_times_i, std::uint32_t denominator) {
  return rounded(exponential(-logarithm(Wide(base)) * Wide(numerator_times_i) / Wide(denominator)));
}

inline float recipe_phase(double position, float frequency, float scale) {
  const float product = rounded(Wide(rounded(Wide(position))) * Wide(frequency));
  return rounded(Wide(scale) * Wide(product));
}

} // namespace posenc::reference
