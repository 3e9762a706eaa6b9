/// What every entry of a table must be, fast enough for all positions below 2^24.
///
/// Positions are cut into stretches of 65536, these into blocks of 256 rows. Sine and cosine of the first position of
/// a stretch, of multiples of 256 and of 0 … 255 positions come from the 320-bit arithmetic of wide.hpp; the block's
/// from the first two, by one angle sum in 124 bits; an entry's from that and the third, by one angle sum in double:
///
///   v = P·C + Q·S        sine: P = s, Q = c; cosine: P = c, Q = −s (of the block); C, S = cosine and sine of 0 … 255 rows
///
/// Nothing is carried from entry to entry. If v − e and v + e round to the same float, that float is nearest to the exact
/// value, as rounding is monotone. Every entry that is not that float is computed by itself in 320 bits.
///
/// Accuracy  e = 9 · 2^-54 bounds |v − exact| and the rounding of v ± e. Let h = 2^-54, half the last place of numbers in
///           [1/2, 1]. P, Q, C and S are off by h each, beside 2^-117 of the 124 bits: together h (|P| + |Q| + |C| + |S|)
///           <= 2 √2 h < 2.83 h, as P² + Q² = C² + S² = 1. The products round by h each, 2 h. Their sum, below 2,
///           rounds by 2 h, and so does v ± e. 2.83 + 2 + 2 + 2 < 9, and the terms of second order are below 2^-100
///           Alone, in 320 bits: the phase is off by 2^53 · 2^20 · 2^-228 turns at most, its sine by 2^-152
///           (tests/proof/exact_table_test.cpp)
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "proof/table_spec.hpp"

namespace posenc::proof {

/// Sine and cosine as integers, in units of 2^-124.
__extension__ typedef __int128 Fraction;
struct Fractions {
  Fraction sine, cosine;
};

class ExactTable {
public:
  static constexpr std::size_t block_rows = 256, stretch_rows = 65536;

  /// For stretches of at most `rows` rows; 0 leaves entry() alone.
  explicit ExactTable(const TableSpec& spec, std::size_t rows = stretch_rows);

  const TableSpec spec;

  /// The float nearest to an entry, by itself; none if an error of 2^-150 does not tell which of two. |position| <= 2^53.
  std::optional<float> entry(std::size_t channel, std::int64_t position) const;

private:
  friend class Stretch;
  std::vector<Channel> channels_;
  std::vector<Wide> turns_;             // of a pair
  std::vector<Fractions> blocks_;       // (blocks of a stretch, pairs)
  std::vector<double> cosines_, sines_; // (block_rows, channels): C and S
};

/// Expected rows of one stretch, block by block.
class Stretch {
public:
  /// Requires |first| + stretch_rows <= 2^53.
  Stretch(const ExactTable& table, std::int64_t first);

  /// Goes to rows index · block_rows … of the stretch.
  void set_block(std::size_t index);

  /// Whether all entries of a row of the block are, for certain, the floats nearest to the exact values.
  bool is_certain(std::size_t row_of_block, const float* row) const;

  /// The channels of a row whose entries is_certain cannot vouch for: wrong ones and doubtful ones.
  std::vector<std::size_t> open_channels(std::size_t row_of_block, const float* row) const;

private:
  const ExactTable& table_;
  std::vector<Fractions> first_; // of a pair
  std::vector<double> p_, q_;    // of a channel
};

} // namespace posenc::proof
