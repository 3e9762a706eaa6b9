// Seconds that the search for the nearest repeat takes: where blocks of offsets end early, and where hardly one does.
//
//   npm run bench -- nearest_repeat
#include <cmath>
#include <cstdio>
#include <ctime>
#include <vector>

#include "kernels/properties/nearest_repeat.hpp"

using namespace posenc;

namespace {

constexpr double last = 1e7;

void search(std::uint32_t width, double first) {
  std::vector<Frequency> frequencies(width / 2);
  geometric_frequencies(frequencies, 10000, 2, width);
  std::vector<float> scratch(nearest_repeat_scratch(frequencies.size()));
  NearestRepeat state{first};
  const std::clock_t begin = std::clock(); // of this process alone
  nearest_repeat(frequencies, last, state, scratch);
  const double seconds = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
  std::printf("%6u %6.0f %10.0f %12.6g %8.3f s\n", width, first, state.offset,
              std::sqrt(state.squared_distance), seconds);
}

} // namespace

int main() {
  std::printf(" width   from     offset     distance\n");
  for (const std::uint32_t width : {2u, 8u, 128u, 512u, 4096u})
    for (const double first : {1.0, 1001.0}) search(width, first);
}
