/// What encodings do: periods, similarity, shifts, means, and what can be asked of any table.
#include <algorithm>

#include <emscripten/bind.h>

#include "bindings/slices.hpp"
#include "kernels/properties/criteria.hpp"
#include "kernels/properties/fit_shift.hpp"
#include "kernels/properties/nearest_repeat.hpp"
#include "kernels/properties/periods.hpp"
#include "kernels/properties/shift_matrix.hpp"
#include "kernels/properties/similarity.hpp"
#include "kernels/properties/table_doubles.hpp"
#include "kernels/properties/table_mean.hpp"

namespace posenc::bindings {
namespace {

// The structs are written and read from JavaScript: a change of their layout must not go unnoticed.
static_assert(sizeof(Columns) == 2 * 4 && sizeof(Layout) == 4 * 4 && sizeof(Similarity) == 2 * 8 &&
              sizeof(NearestRepeat) == 3 * 8 && sizeof(RowDistances) == 6 * 8 && sizeof(TableRange) == 3 * 8);

void fill_periods(Address list) {
  const auto& [frequencies, out] = slices<2>(list);
  periods(frequencies, out);
}

std::size_t count_unfinished(Address list, double length) {
  const auto& [frequencies] = slices<1>(list);
  return unfinished_pairs(frequencies, length);
}

void fill_similarities(Address list, double first_offset) {
  const auto& [frequencies, out] = slices<2>(list);
  similarities(frequencies, first_offset, out);
}

void fill_similarities_of(Address list) {
  const auto& [frequencies, out, offsets] = slices<3>(list);
  std::ranges::transform(std::span<const double>(offsets), std::span<Similarity>(out).begin(),
                         [&](double offset) { return similarity(frequencies, offset); });
}

void fill_similarities_at(Address list, double position, double first_offset) {
  const auto& [frequencies, out, columns] = slices<3>(list);
  similarities_at(frequencies, columns.as<Columns>(), position, first_offset, out);
}

void fill_similarities_of_at(Address list, double position) {
  const auto& [frequencies, out, columns, offsets] = slices<4>(list);
  std::ranges::transform(
      std::span<const double>(offsets), std::span<Similarity>(out).begin(),
      [&](double offset) { return similarity_at(frequencies, columns.as<Columns>(), position, offset); });
}

std::size_t nearest_repeat_bytes(std::size_t pairs) {
  return nearest_repeat_scratch(pairs) * sizeof(float);
}

void search_repeat(Address list, double last) {
  const auto& [frequencies, search, scratch] = slices<3>(list);
  nearest_repeat(frequencies, last, search.as<NearestRepeat>(), scratch);
}

void fill_shift_matrix(Address list, double offset) {
  const auto& [frequencies, layout, matrix] = slices<3>(list);
  shift_matrix(frequencies, offset, layout.as<Layout>(), matrix);
}

double mean_of_table(Address list, double start, double rows) {
  const auto& [frequencies, columns] = slices<2>(list);
  return table_mean(frequencies, columns.as<Columns>(), start, rows);
}

void fill_table_doubles(Address list, double start) {
  const auto& [frequencies, columns, layout, out] = slices<4>(list);
  std::ranges::fill(std::span<double>(out), 0.0); // channels that the layout does not name
  table_doubles(frequencies, columns.as<Columns>(), start, layout.as<Layout>(), out);
}

std::size_t fit_shift_bytes(std::size_t width) {
  return fit_shift_scratch(width) * sizeof(double);
}

void fit_shift_of(Address list, std::size_t width, std::size_t offset) {
  const auto& [table, matrix, result, scratch] = slices<4>(list);
  const ShiftFit fit = fit_shift(table, width, offset, matrix, scratch);
  result.as<std::array<double, 2>>() = {fit.residual, static_cast<double>(fit.rank)};
}

void criteria_of(Address list, std::size_t width, double last_offset) {
  const auto& [table, distances, range] = slices<3>(list);
  distances.as<RowDistances>() = {};
  row_distances(table, width, last_offset, distances.as<RowDistances>());
  range.as<TableRange>() = table_range(table);
}

} // namespace

EMSCRIPTEN_BINDINGS(properties) {
  using emscripten::function;
  function("periods", &fill_periods);
  function("unfinishedPairs", &count_unfinished);
  function("similarities", &fill_similarities);
  function("similaritiesOf", &fill_similarities_of);
  function("similaritiesAt", &fill_similarities_at);
  function("similaritiesOfAt", &fill_similarities_of_at);
  function("nearestRepeatScratch", &nearest_repeat_bytes);
  function("nearestRepeat", &search_repeat);
  function("shiftMatrix", &fill_shift_matrix);
  function("tableMean", &mean_of_table);
  function("tableDoubles", &fill_table_doubles);
  function("fitShiftScratch", &fit_shift_bytes);
  function("fitShift", &fit_shift_of);
  function("criteria", &criteria_of);
}

} // namespace posenc::bindings
