#include "proof/exact_table.hpp"

#include <algorithm>
#include <bit>

namespace posenc::proof {
namespace {

constexpr int fraction_bits = 124;
constexpr double unit = 0x1p-124;
constexpr double error = 9 * 0x1p-54;
constexpr unsigned error_bits_alone = 150;

Fraction fraction(const Signed& value) {
  const Wide units = value.size >> static_cast<unsigned>(Wide::fraction_bits - fraction_bits);
  const Fraction size = static_cast<Fraction>(units.limb[1]) << 64 | static_cast<Fraction>(units.limb[0]);
  return value.is_negative ? -size : size;
}

Fractions fractions(const Direction& direction) {
  return {fraction(direction.sine), fraction(direction.cosine)};
}

/// a · b, off by 3 units at most: the halves of 62 bits make products that fit, the lowest of which is left out.
Fraction product(Fraction a, Fraction b) {
  constexpr int half = fraction_bits / 2;
  constexpr Fraction low = (Fraction{1} << half) - 1;
  const auto top_a = static_cast<std::int64_t>(a >> half), rest_a = static_cast<std::int64_t>(a & low);
  const auto top_b = static_cast<std::int64_t>(b >> half), rest_b = static_cast<std::int64_t>(b & low);
  return Fraction{top_a} * top_b + (Fraction{top_a} * rest_b >> half) + (Fraction{rest_a} * top_b >> half);
}

Direction direction_at(const Wide& turns, std::int64_t position) {
  const std::uint64_t steps = static_cast<std::uint64_t>(position < 0 ? -position : position);
  Direction result = direction(turns * steps);
  if (position < 0) result.sine.is_negative = !result.sine.is_negative;
  return result;
}

std::uint32_t bits(float x) {
  return std::bit_cast<std::uint32_t>(x);
}

/// 0 if both ends of the interval around a value round to `given`.
std::uint32_t difference(double value, float given) {
  const auto low = static_cast<float>(value - error), high = static_cast<float>(value + error);
  return (bits(low) ^ bits(given)) | (bits(high) ^ bits(given));
}

} // namespace

ExactTable::ExactTable(const TableSpec& given, std::size_t rows)
    : spec(given), channels_(channels(given)), turns_(turns(given)) {
  for (std::size_t block = 0; block * block_rows < rows; ++block)
    for (const Wide& turn : turns_) blocks_.push_back(fractions(direction(turn * (block * block_rows))));
  for (std::size_t row = 0; row < std::min(block_rows, rows); ++row) {
    std::vector<Direction> directions;
    for (const Wide& turn : turns_) directions.push_back(direction(turn * row));
    for (const Channel& channel : channels_) {
      cosines_.push_back(nearest_double(directions[channel.pair].cosine));
      sines_.push_back(nearest_double(directions[channel.pair].sine));
    }
  }
}

std::optional<float> ExactTable::entry(std::size_t channel, std::int64_t position) const {
  const auto [pair, is_sine] = channels_[channel];
  if (position == 0) return is_sine ? 0.0f : 1.0f; // exactly; elsewhere no sine is 0, as π is irrational
  const Direction exact = direction_at(turns_[pair], position);
  return nearest_float(is_sine ? exact.sine : exact.cosine, error_bits_alone);
}

Stretch::Stretch(const ExactTable& table, std::int64_t first)
    : table_(table), p_(table.channels_.size()), q_(table.channels_.size()) {
  for (const Wide& turn : table.turns_) first_.push_back(fractions(direction_at(turn, first)));
}

void Stretch::set_block(std::size_t index) {
  const std::size_t pairs = first_.size();
  std::vector<double> sine(pairs), cosine(pairs);
  for (std::size_t i = 0; i < pairs; ++i) {
    const auto& [s, c] = first_[i];
    const auto& [block_s, block_c] = table_.blocks_[index * pairs + i];
    sine[i] = static_cast<double>(product(s, block_c) + product(c, block_s)) * unit;
    cosine[i] = static_cast<double>(product(c, block_c) - product(s, block_s)) * unit;
  }
  for (std::size_t j = 0; j < p_.size(); ++j) {
    const auto [pair, is_sine] = table_.channels_[j];
    p_[j] = is_sine ? sine[pair] : cosine[pair];
    q_[j] = is_sine ? cosine[pair] : -sine[pair];
  }
}

bool Stretch::is_certain(std::size_t row_of_block, const float* row) const {
  const std::size_t count = p_.size();
  const double *p = p_.data(), *q = q_.data();
  const double* c = table_.cosines_.data() + row_of_block * count;
  const double* s = table_.sines_.data() + row_of_block * count;
  std::uint32_t differences = 0;
  for (std::size_t j = 0; j < count; ++j) differences |= difference(p[j] * c[j] + q[j] * s[j], row[j]);
  return differences == 0;
}

std::vector<std::size_t> Stretch::open_channels(std::size_t row_of_block, const float* row) const {
  std::vector<std::size_t> open;
  const std::size_t count = p_.size(), first = row_of_block * count;
  for (std::size_t j = 0; j < count; ++j) {
    const double value = p_[j] * table_.cosines_[first + j] + q_[j] * table_.sines_[first + j];
    if (difference(value, row[j]) != 0) open.push_back(j);
  }
  return open;
}

} // namespace posenc::proof
