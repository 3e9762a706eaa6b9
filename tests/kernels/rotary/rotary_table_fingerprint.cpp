#include "fingerprint.hpp"

#include <vector>

#include "kernels/rotary/rotary_table.hpp"
#include "kernels/table/restarted.hpp"
#include "kernels/table/scaled_table.hpp"

using namespace posenc;

FINGERPRINT("rotary_table 200x64 with an attention factor, restarted sections") {
  const std::vector<std::uint32_t> sections{10, 22};
  std::vector<Frequency> frequencies(32);
  restarted_frequencies(frequencies, std::vector<double>{100, 100}, sections);
  std::vector<std::uint32_t> axes(32, 1);
  std::fill_n(axes.begin(), 10, 0);
  std::vector<double> positions(400);
  for (std::size_t t = 0; t < positions.size(); ++t) positions[t] = static_cast<double>(t * t);
  std::vector<float> out(200 * 64);
  rotary_table(frequencies, {200, 0, 0, positions, axes}, 1.138629436111989, out);
  hash.add(out);
}
FINGERPRINT("scaled_table 100x64 from a fraction") {
  std::vector<Frequency> frequencies(32);
  geometric_frequencies(frequencies, 10000, 2, 64);
  std::vector<float> out(100 * 64);
  scaled_table(frequencies, {32, 32}, {70000, 0.3}, 100, 0.125, halves(64), out);
  hash.add(out);
}
