/// Which table is proved: its frequencies by the formula, and the place of each entry in a row.
///
///   f[i] = scale · base^(−i · numerator / denominator) / 2π        turns per position, i = 0 … pairs − 1
///
/// Requires  1 <= base < 2^1024; i · numerator / denominator <= 2; scale in [2^-20, 2^20]; every channel below
///           sines + cosines has an entry
/// Accuracy  of turns(): 2^-228 · max(1, scale). ln base errs by 2^-230, the exponent by twice as much, e^−x by no more
///           than its exponent beside 2^-240, and 1 / 2π divides it by 6 (tests/proof/wide_test.cpp)
#pragma once

#include <cstdint>
#include <vector>

#include "proof/wide.hpp"

namespace posenc::proof {

struct TableSpec {
  std::size_t pairs;
  double base;
  std::uint32_t numerator, denominator;
  double scale;
  std::size_t sines, cosines;     // entries of a row
  std::size_t sine, cosine, step; // the sine of pair i is at sine + i · step, its cosine at cosine + i · step
  std::size_t row;                // channels, with those that have no entry
};

/// What stands in a channel.
struct Channel {
  std::size_t pair;
  bool is_sine;
};

std::vector<Wide> turns(const TableSpec& spec);

/// The channels with an entry, the first sines + cosines of a row.
std::vector<Channel> channels(const TableSpec& spec);

} // namespace posenc::proof
