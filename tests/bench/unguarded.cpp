// The table by angle sums without the test for doubtful roundings: what the guarantee costs. Only table.bench.mjs runs it.
#include <algorithm>
#include <cstddef>
#include <memory>
#include <vector>

#include "kernels/table/angle_sums.hpp"
#include "kernels/table/table_store.hpp"

using namespace posenc;
using simd::f64x2;

namespace {

std::vector<Frequency> frequencies;
std::vector<float> table;
std::unique_ptr<AngleSums> sums;
std::size_t rows, width;

/// The same walk as that of sincos_table.cpp: blocks of rows before and after a state, which moves on.
template <class Store> void put_rows(const Store& store) {
  constexpr std::size_t half = AngleSums::block_rows / 2;
  for (std::size_t t = 0; t < rows; t += AngleSums::block_rows) {
    if (t % AngleSums::anchor_rows == 0)
      sums->set_anchor(frequencies, {static_cast<double>(t), 0});
    else
      sums->advance();
    for (std::size_t k = 0; k < half; ++k) {
      const std::size_t before = t + half - 1 - k;
      if (before >= rows) continue;
      const std::size_t after = t + half + k < rows ? t + half + k : before;
      for (std::size_t g = 0; g < sums->count; ++g) {
        const auto& [value, error, block_step] = sums->states[g];
        const SineCosine<f64x2>& step = sums->steps[k][g];
        const f64x2 ss = value.sine * step.sine, sc = value.sine * step.cosine;
        const f64x2 cs = value.cosine * step.sine, cc = value.cosine * step.cosine;
        const auto [first, second] = pair_group(sums->first + g, frequencies.size());
        store.put(table.data() + after * width, first, second, Store::arrange(sc + cs, cc - ss));
        store.put(table.data() + before * width, first, second, Store::arrange(sc - cs, cc + ss));
      }
    }
  }
}

} // namespace

/// Makes room for a table. @returns its address
extern "C" float* unguarded_prepare(std::size_t row_count, std::size_t row_width) {
  rows = row_count;
  width = row_width;
  frequencies.resize(width / 2);
  geometric_frequencies(frequencies, 10000, 2, static_cast<std::uint32_t>(width));
  table.assign(rows * width, 0.0f);
  sums = std::make_unique<AngleSums>();
  return table.data();
}

extern "C" void unguarded_table() {
  const std::size_t pairs = frequencies.size();
  const Layout layout{.sine = 0, .cosine = 1, .step = 2, .row = width};
  with_stores(layout, {pairs, pairs}, [&](const auto& store, std::size_t, std::size_t) {
    for (std::size_t g = 0; g < group_count(pairs); g += AngleSums::capacity) {
      sums->set_groups(frequencies, g, std::min(AngleSums::capacity, group_count(pairs) - g));
      put_rows(store);
    }
  });
}
