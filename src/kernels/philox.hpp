/// Philox4x32-10: four random words for each number of a counter, so that any of them can be had without the others.
///
///   words = philox({stream, ·, ·, ·}, seed)        the same on every machine and in every order of asking
///
/// Units     words of 32 bits, each uniform in 0 … 2^32 − 1
/// Accuracy  exact: the known answers of the published library (tests/kernels/philox_test.cpp)
/// Source    Salmon, Moraes, Dror, Shaw 2011, Parallel random numbers: as easy as 1, 2, 3, section 3.3 and table 2
#pragma once

#include <array>
#include <cstdint>

namespace posenc {

using PhiloxCounter = std::array<std::uint32_t, 4>;
using PhiloxKey = std::array<std::uint32_t, 2>;

/// The first word of the counter, so that draws of different purpose never share a number.
enum class RandomStream : std::uint32_t { dropout = 1, normal = 2 };

constexpr PhiloxCounter philox(PhiloxCounter counter, PhiloxKey key) {
  constexpr int rounds = 10;
  for (int round = 0; round < rounds; ++round) {
    const std::uint64_t even = std::uint64_t{0xD2511F53} * counter[0];
    const std::uint64_t odd = std::uint64_t{0xCD9E8D57} * counter[2];
    counter = {static_cast<std::uint32_t>(odd >> 32) ^ counter[1] ^ key[0], static_cast<std::uint32_t>(odd),
               static_cast<std::uint32_t>(even >> 32) ^ counter[3] ^ key[1],
               static_cast<std::uint32_t>(even)};
    key[0] += 0x9E3779B9; // the golden ratio, and √3 − 1: Weyl sequences
    key[1] += 0xBB67AE85;
  }
  return counter;
}

} // namespace posenc
