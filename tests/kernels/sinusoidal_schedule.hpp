/// A geometric schedule for kernels and the same for references, base 10000 unless said.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "kernels/table/columns.hpp"
#include "kernels/table/frequencies.hpp"
#include "reference/table.hpp"

namespace posenc {

struct SinusoidalSchedule {
  std::vector<Frequency> frequencies;
  std::vector<reference::Wide> omega;

  explicit SinusoidalSchedule(std::size_t width, double base = 10000)
      : SinusoidalSchedule(width / 2, base, 2, static_cast<std::uint32_t>(width)) {}

  SinusoidalSchedule(std::size_t pairs, double base, std::uint32_t numerator, std::uint32_t denominator)
      : frequencies(pairs), omega(reference::geometric_frequencies(pairs, base, numerator, denominator)) {
    geometric_frequencies(frequencies, base, numerator, denominator);
  }

  Columns both() const { return {frequencies.size(), frequencies.size()}; }
  reference::Encoding encoding(Columns columns) const { return {omega, columns.sines, columns.cosines}; }
};

} // namespace posenc
