#include "kernels/table/restarted.hpp"

#include <cassert>

namespace posenc {

void restarted_frequencies(std::span<Frequency> out, std::span<const double> bases,
                           std::span<const std::uint32_t> sections) {
  assert(bases.size() == sections.size());
  std::size_t first = 0;
  for (std::size_t s = 0; s < sections.size(); ++s) {
    const std::uint32_t pairs = sections[s];
    assert(first + pairs <= out.size());
    if (pairs > 0) geometric_frequencies(out.subspan(first, pairs), bases[s], 1, pairs);
    first += pairs;
  }
}

void pick_frequencies(std::span<Frequency> out, std::span<const Frequency> frequencies,
                      std::span<const std::uint32_t> picks) {
  for (std::size_t i = 0; i < out.size(); ++i) {
    assert(picks[i] < frequencies.size());
    out[i] = frequencies[picks[i]];
  }
}

} // namespace posenc
