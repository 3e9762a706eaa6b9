#include "fingerprint.hpp"

#include <cstddef>
#include <vector>

#include "kernels/table/sincos_table.hpp"

using namespace posenc;

namespace {

std::vector<Frequency> schedule(std::size_t width, double base) {
  std::vector<Frequency> frequencies(width / 2);
  geometric_frequencies(frequencies, base, 2, static_cast<std::uint32_t>(width));
  return frequencies;
}

void add_table(fingerprint::Hash& hash, double base, Layout layout, double start, std::size_t rows) {
  std::vector<float> out(rows * layout.row);
  sincos_table(schedule(layout.row, base), start, rows, layout, out);
  hash.add(out);
}

} // namespace

FINGERPRINT("frequencies base 10000, d 4096") {
  for (const Frequency& f : schedule(4096, 10000)) {
    const double parts[] = {f.hi, f.mid, f.lo, radians(f)};
    hash.add(parts);
    hash.add(f.value.limb);
  }
}
FINGERPRINT("sincos_table 5000x512 interleaved") {
  add_table(hash, 10000, interleaved(512), 0, 5000);
}
FINGERPRINT("sincos_table 3000x130 halves up to 2^24") {
  add_table(hash, 1e9, halves(130), 0x1p24 - 3000, 3000);
}
FINGERPRINT("sincos_table 2000x50 from a fraction") {
  add_table(hash, 2, interleaved(50), -1000.3, 2000);
}
FINGERPRINT("sincos_table_at 64 positions") {
  std::vector<double> positions(64);
  for (std::size_t t = 0; t < positions.size(); ++t)
    positions[t] = static_cast<double>(t * t * t) * (t % 2 == 0 ? 1e9 : -0.37);
  std::vector<float> out(positions.size() * 64);
  sincos_table_at(schedule(64, 500000), positions, halves(64), out);
  hash.add(out);
}
