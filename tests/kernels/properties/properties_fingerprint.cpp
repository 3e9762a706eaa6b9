#include <array>
#include <vector>

#include "fingerprint.hpp"
#include "kernels/properties/criteria.hpp"
#include "kernels/properties/fit_shift.hpp"
#include "kernels/properties/nearest_repeat.hpp"
#include "kernels/properties/periods.hpp"
#include "kernels/properties/shift_matrix.hpp"
#include "kernels/properties/similarity.hpp"
#include "kernels/properties/table_doubles.hpp"
#include "kernels/properties/table_mean.hpp"

using namespace posenc;

namespace {

std::vector<Frequency> paper(std::uint32_t width) {
  std::vector<Frequency> frequencies(width / 2);
  geometric_frequencies(frequencies, 10000, 2, width);
  return frequencies;
}

std::vector<double> sines(std::uint32_t width, std::size_t rows) {
  const std::vector<Frequency> frequencies = paper(width);
  std::vector<double> table(rows * frequencies.size());
  table_doubles(frequencies, {frequencies.size(), 0}, 0, {0, 0, 1, frequencies.size()}, table);
  return table;
}

} // namespace

FINGERPRINT("periods, table_mean 512 wide") {
  const std::vector<Frequency> frequencies = paper(512);
  std::vector<double> out(256);
  periods(frequencies, out);
  hash.add(out);
  hash.add(std::array{table_mean(frequencies, {256, 256}, 3, 45000)});
}
FINGERPRINT("similarity 50 wide, 2001 offsets") {
  const std::vector<Frequency> frequencies = paper(50);
  std::vector<Similarity> out(2001);
  similarities(frequencies, -1000, out);
  hash.add(out);
  similarities_at(frequencies, {25, 11}, 16777000, -1000, out);
  hash.add(out);
}
FINGERPRINT("nearest_repeat 66 wide, 100000 offsets") {
  const std::vector<Frequency> frequencies = paper(66);
  std::vector<float> scratch(nearest_repeat_scratch(33));
  NearestRepeat search{1001};
  nearest_repeat(frequencies, 101000, search, scratch);
  hash.add(std::array{search.next, search.offset, search.squared_distance});
}
FINGERPRINT("shift_matrix 34 wide") {
  const std::vector<Frequency> frequencies = paper(34);
  std::vector<float> matrix(34 * 34);
  shift_matrix(frequencies, 12345, halves(34), matrix);
  hash.add(matrix);
  shift_matrix(frequencies, -0.3, halves(34), matrix);
  hash.add(matrix);
}
FINGERPRINT("fit_shift sines 38 wide, 512 rows") {
  const std::vector<double> table = sines(38, 513);
  std::vector<double> matrix(19 * 19), scratch(fit_shift_scratch(19));
  const ShiftFit fit = fit_shift(table, 19, 1, matrix, scratch);
  hash.add(matrix);
  hash.add(std::array{fit.residual, static_cast<double>(fit.rank)});
}
FINGERPRINT("criteria sines 38 wide, 301 rows") {
  const std::vector<double> table = sines(38, 301);
  RowDistances state;
  row_distances(table, 19, 1000, state);
  hash.add(std::array{state.smallest, state.smallest_row, state.smallest_offset, state.spread,
                      state.spread_offset});
  const TableRange range = table_range(table);
  hash.add(std::array{range.smallest, range.largest, range.mean});
}
