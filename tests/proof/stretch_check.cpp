#include "proof/stretch_check.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

namespace posenc::proof {
namespace {

constexpr std::uint64_t odd = 0x9e3779b97f4a7c15; // 2^64 divided by the golden ratio

constexpr std::uint64_t mixed(std::uint64_t state, std::uint64_t word) {
  return std::rotl((state ^ word) * odd, 29);
}

/// Looks at every entry that the fast test does not vouch for.
void settle_row(const Stretch& stretch, const ExactTable& exact, std::size_t row_of_block,
                std::int64_t position, const float* row, StretchResult& result) {
  for (const std::size_t channel : stretch.open_channels(row_of_block, row)) {
    const std::optional<float> expected = exact.entry(channel, position);
    ++result.alone;
    if (expected && std::bit_cast<std::uint32_t>(*expected) == std::bit_cast<std::uint32_t>(row[channel]))
      continue;
    result.faults.push_back({position, channel, row[channel], expected});
    if (result.faults.size() == most_faults) return;
  }
}

} // namespace

void TableHash::add(std::span<const float> row) {
  for (std::size_t word = 0; 2 * word < row.size(); ++word) {
    const std::span<const float> rest = row.subspan(2 * word);
    std::uint64_t bits = 0;
    std::memcpy(&bits, rest.data(), std::min<std::size_t>(rest.size(), 2) * sizeof(float));
    std::uint64_t& lane = state_[word % lanes];
    lane = mixed(lane, bits);
  }
}

std::uint64_t TableHash::value() const {
  std::uint64_t result = 0;
  for (const std::uint64_t lane : state_) result = mixed(result, lane);
  return result;
}

StretchResult check_stretch(const ExactTable& exact, const TableMaker& make, std::int64_t first,
                            std::size_t rows, std::size_t call_rows) {
  const std::size_t width = exact.spec.row, count = exact.spec.sines + exact.spec.cosines;
  std::vector<float> table(call_rows * width);
  Stretch stretch(exact, first);
  StretchResult result;
  TableHash hash;
  for (std::size_t t = 0; t < rows; ++t) {
    const std::int64_t position = first + static_cast<std::int64_t>(t);
    if (t % call_rows == 0) {
      const std::size_t made = std::min(call_rows, rows - t);
      make(position, made, std::span(table).first(made * width));
    }
    if (t % ExactTable::block_rows == 0) stretch.set_block(t / ExactTable::block_rows);
    const float* row = table.data() + t % call_rows * width;
    hash.add({row, count});
    result.entries += count;
    const std::size_t row_of_block = t % ExactTable::block_rows;
    if (stretch.is_certain(row_of_block, row)) continue;
    settle_row(stretch, exact, row_of_block, position, row, result);
    if (result.faults.size() >= most_faults) break;
  }
  result.hash = hash.value();
  return result;
}

} // namespace posenc::proof
