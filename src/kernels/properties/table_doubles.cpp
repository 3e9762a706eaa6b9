#include "kernels/properties/table_doubles.hpp"

#include <cassert>

#include "kernels/table/pair_group.hpp"
#include "kernels/table/sine.hpp"

namespace posenc {

void table_doubles(std::span<const Frequency> frequencies, Columns columns, double start, Layout layout,
                   std::span<double> out) {
  assert(columns.pairs() <= frequencies.size() && layout.row > 0);
  const Position first = position(start);
  for (std::size_t t = 0; t < out.size() / layout.row; ++t) {
    const std::span<double> row = out.subspan(t * layout.row, layout.row);
    const Position at{first.whole + static_cast<double>(t), first.fraction};
    for (std::size_t g = 0; g < group_count(columns.pairs()); ++g) {
      const PairGroup pairs = pair_group(g, columns.pairs());
      const auto values = sine_cosine(frequencies[pairs.first], frequencies[pairs.second], at);
      const auto put = [&](std::size_t i, std::size_t lane) {
        if (i < columns.sines) row[layout.sine + i * layout.step] = values.sine.get(lane);
        if (i < columns.cosines) row[layout.cosine + i * layout.step] = values.cosine.get(lane);
      };
      put(pairs.first, 0);
      put(pairs.second, 1);
    }
  }
}

} // namespace posenc
