// Searches positions below 2^24 for the entries that are hardest to round: nearest the middle between two floats, and
// nearest zero beyond the first quarter turn. Prints the rows of tests/fixtures/hard_cases.csv.
//
//   npm run bench -- hard_cases [--width=50]     bases 2, 7, 1e4, 5e5 and 1e9: two minutes; width 512 takes twenty
//
// A double finds the candidates (one in 2^27 values), 113 bits measure them.

#include <algorithm>
#include <cstdio>
#include <vector>

#include "hard_search.hpp"
#include "reference/table.hpp"

namespace {

using posenc::Frequency;
using posenc::bench::HardCase;
using posenc::bench::HardSearch;
using posenc::reference::Wide;

constexpr double last_position = 0x1p24 - 1;
constexpr std::size_t kept = 8; // of each kind, for each base and width

void keep_hardest(std::vector<HardCase>& all, const std::vector<HardCase>& more) {
  all.insert(all.end(), more.begin(), more.end());
  std::sort(all.begin(), all.end(),
            [](const HardCase& a, const HardCase& b) { return a.hardness < b.hardness; });
  if (all.size() > kept) all.resize(kept);
}

void search_all(double base, unsigned width) {
  std::vector<Frequency> frequencies(width / 2);
  posenc::geometric_frequencies(frequencies, base, 2, width);
  const std::vector<Wide> omega = posenc::reference::geometric_frequencies(width / 2, base, 2, width);
  std::vector<HardCase> middles, zeros;
  for (unsigned i = 0; i < width / 2; ++i) {
    HardSearch found(i, omega[i], 1);
    search(found, frequencies[i], 0, last_position);
    keep_hardest(middles, found.middles);
    keep_hardest(zeros, found.zeros);
  }
  for (const auto* cases : {&middles, &zeros})
    for (const HardCase& c : *cases)
      std::printf("%.17g,%u,%u,%.0f,%s,%s,%.3g\n", base, width, c.pair, c.position,
                  c.sine ? "sine" : "cosine", cases == &zeros ? "zero" : "middle", c.hardness);
  std::fflush(stdout);
}

} // namespace

int main(int count, char** arguments) {
  unsigned width = 50;
  for (int i = 1; i < count; ++i) std::sscanf(arguments[i], "--width=%u", &width);
  std::puts("base,width,pair,position,function,near,distance");
  for (const double base : {2.0, 7.0, 1e4, 5e5, 1e9}) search_all(base, width);
}
