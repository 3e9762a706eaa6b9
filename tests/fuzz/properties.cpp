#include <algorithm>
#include <cmath>

#include "fuzz/targets.hpp"
#include "kernels/properties/criteria.hpp"
#include "kernels/properties/nearest_repeat.hpp"
#include "kernels/properties/periods.hpp"
#include "kernels/properties/shift_matrix.hpp"
#include "kernels/properties/similarity.hpp"
#include "kernels/properties/table_doubles.hpp"
#include "kernels/properties/table_mean.hpp"
#include "reference/properties.hpp"

namespace posenc::fuzz {
namespace {

using reference::Wide;

struct Schedule {
  std::vector<Frequency> frequencies;
  std::vector<Wide> omega;

  Schedule(std::size_t pairs, Bytes& bytes) : frequencies(pairs) {
    const double base = bytes.pick({10000.0, 2.0, 1.0, bytes.real(1, 1e6)});
    geometric_frequencies(frequencies, base, 2, static_cast<std::uint32_t>(2 * pairs));
    omega = reference::geometric_frequencies(pairs, base, 2, static_cast<unsigned>(2 * pairs));
  }
};

/// Integers and halves up to 2^40: 113 bits of a phase are enough for a double of it.
double position_of(Bytes& bytes) {
  return std::remainder(bytes.integer(), 0x1p40) + (bytes.flag() ? 0.5 : 0);
}

void check_similarity(Bytes& bytes) {
  const std::size_t pairs = bytes.count(1, 12);
  const Schedule schedule(pairs, bytes);
  const Columns columns{bytes.count(0, pairs), bytes.count(0, pairs)};
  const double position = position_of(bytes), offset = position_of(bytes);
  const Similarity law = similarity(schedule.frequencies, offset);
  const Similarity at = similarity_at(schedule.frequencies, columns, position, offset);
  const reference::Encoding all{schedule.omega, pairs, pairs},
      some{schedule.omega, columns.sines, columns.cosines};
  const auto exact = reference::similarity(all.row(0), all.row(Wide(offset)));
  const auto direct =
      reference::similarity(some.row(Wide(position)), some.row(Wide(position) + Wide(offset)));
  const double inner = static_cast<double>((pairs + 16) * (pairs + 16)) * 0x1p-54;
  const double distance =
      static_cast<double>(pairs + 32) * 0x1p-53 * static_cast<double>(exact.squared_distance);
  require_near(law.inner, exact.inner, inner, "similarity: inner");
  require_near(law.squared_distance, exact.squared_distance, distance, "similarity: distance");
  require_near(at.inner, direct.inner, inner, "similarity_at: inner");
  require_near(at.squared_distance, direct.squared_distance, distance + 0x1p-70, "similarity_at: distance");
}

void check_mean(Bytes& bytes) {
  const std::size_t pairs = bytes.count(1, 6), rows = bytes.count(1, 40);
  const Schedule schedule(pairs, bytes);
  const Columns columns{bytes.count(1, pairs), bytes.count(0, pairs)};
  const double start = std::round(position_of(bytes));
  const Wide exact = reference::table_mean({schedule.omega, columns.sines, columns.cosines}, start, rows);
  require_near(table_mean(schedule.frequencies, columns, start, static_cast<double>(rows)), exact, 0x1p-50,
               "table_mean");
}

void check_periods(Bytes& bytes) {
  const std::size_t pairs = bytes.count(1, 12);
  const Schedule schedule(pairs, bytes);
  std::vector<double> out(pairs);
  periods(schedule.frequencies, out);
  for (std::size_t i = 0; i < pairs; ++i) {
    const Wide exact = reference::period(schedule.omega[i]);
    require_near(out[i], exact, 0x1p-53 * static_cast<double>(exact), "periods");
  }
  const double length = static_cast<double>(bytes.count(0, 100000));
  require(unfinished_pairs(schedule.frequencies, length) ==
              reference::unfinished_pairs(schedule.omega, length),
          "unfinished_pairs");
}

void check_repeat(Bytes& bytes) {
  const Schedule schedule(bytes.count(1, 20), bytes);
  const double first = 1 + std::fabs(std::round(std::remainder(bytes.integer(), 0x1p25)));
  const double last = first + static_cast<double>(bytes.count(0, 200));
  std::vector<float> scratch(nearest_repeat_scratch(schedule.frequencies.size()));
  NearestRepeat search{first};
  nearest_repeat(schedule.frequencies, last, search, scratch);
  double best = std::numeric_limits<double>::infinity(), at = 0;
  for (double offset = first; offset <= last; ++offset) {
    const double squared = similarity(schedule.frequencies, offset).squared_distance;
    if (squared < best) best = squared, at = offset;
  }
  require(search.offset == at && search.squared_distance == best && search.next == last + 1,
          "nearest_repeat");
}

void check_matrix(Bytes& bytes) {
  const std::size_t pairs = bytes.count(1, 5), width = 2 * pairs;
  const Schedule schedule(pairs, bytes);
  const double offset = position_of(bytes);
  std::vector<float> matrix(width * width, 7.0f);
  shift_matrix(schedule.frequencies, offset, interleaved(width), matrix);
  const std::vector<Wide> exact = reference::shift_matrix(schedule.omega, offset);
  // 113 bits of a phase of 2^40 turns leave 2^-70 of its sine.
  for (std::size_t n = 0; n < matrix.size(); ++n) require_near(matrix[n], exact[n], 0x1p-68, "shift_matrix");
}

void check_criteria(Bytes& bytes) {
  const std::size_t width = bytes.count(1, 9), count = bytes.count(2, 12);
  std::vector<double> table;
  for (const float x : bytes.finite_floats(width * count)) table.push_back(static_cast<double>(x));
  std::vector<std::vector<Wide>> rows(count);
  for (std::size_t n = 0; n < table.size(); ++n) rows[n / width].push_back(Wide(table[n]));
  RowDistances got;
  row_distances(table, width, static_cast<double>(count), got);
  double smallest = std::numeric_limits<double>::infinity(), spread = 0, size = 0;
  for (std::size_t offset = 1; offset < count; ++offset) {
    const auto [least, most] = reference::offset_distances(rows, offset);
    const double from = std::sqrt(static_cast<double>(least)), to = std::sqrt(static_cast<double>(most));
    smallest = std::min(smallest, from), spread = std::max(spread, to - from), size = std::max(size, to);
  }
  require(std::fabs(got.smallest - smallest) <= 0x1p-39 * smallest, "row_distances: the smallest");
  require(std::fabs(got.spread - spread) <= (0x1p-40 + static_cast<double>(width) * 0x1p-51) * size,
          "row_distances: the spread");
  const TableRange range = table_range(table);
  require(range.smallest == *std::ranges::min_element(table), "table_range: the smallest");
  require(range.largest == *std::ranges::max_element(table), "table_range: the largest");
}

void check_doubles(Bytes& bytes) {
  const std::size_t pairs = bytes.count(1, 6);
  const Schedule schedule(pairs, bytes);
  const double start = std::round(std::remainder(bytes.integer(), 0x1p25));
  std::vector<double> out(3 * 2 * pairs, 7.0);
  table_doubles(schedule.frequencies, {pairs, pairs}, start, halves(2 * pairs), out);
  for (std::size_t n = 0; n < out.size(); ++n) {
    const std::size_t column = n % (2 * pairs);
    const Wide angle = (Wide(start) + Wide(n / (2 * pairs))) * schedule.omega[column % pairs];
    const Wide exact = column < pairs ? reference::sine(angle) : reference::cosine(angle);
    require_near(out[n], exact, 0x1p-51 * std::fabs(static_cast<double>(exact)) + 0x1p-78, "table_doubles");
  }
}

} // namespace

void properties(Bytes& bytes) {
  bytes.pick({check_similarity, check_mean, check_periods, check_repeat, check_matrix, check_criteria,
              check_doubles})(bytes);
}

} // namespace posenc::fuzz
