/// Philox4x32-10: four random words for each number of a counter, so that any of them can be computed alone.
///
///   words = philox({stream, ·, ·, ·}, seed)        equal on every machine and in any order of calls
///
/// Units     words of 32 bits, each uniform in 0 … 2^32 − 1
/// Accuracy  exact: the known answers of the published library (tests/kernels/arithmetic/philox_test.cpp)
/// Source    Salmon, Moraes, Dror, Shaw 2011, Parallel random numbers: as easy as 1, 2, 3, section 3.3 and table 2
#pragma once

#include <array>
#include <cstdint>

#include "kernels/arithmetic/simd.hpp"

namespace posenc {

/// Words are 32-bit integers, or vectors of words for several counters at once.
template <class Word> using PhiloxCounter = std::array<Word, 4>;
using PhiloxKey = std::array<std::uint32_t, 2>;

/// The first word of the counter, so that samples for different purposes never share a number.
enum class RandomStream : std::uint32_t { dropout = 1, normal = 2, weights = 3 };

template <class Word> constexpr PhiloxCounter<Word> philox(PhiloxCounter<Word> counter, PhiloxKey key) {
  constexpr int rounds = 10;
  for (int round = 0; round < rounds; ++round) {
    const auto even = simd::products(counter[0], 0xD2511F53);
    const auto odd = simd::products(counter[2], 0xCD9E8D57);
    counter = {odd.high ^ counter[1] ^ Word(key[0]), odd.low, even.high ^ counter[3] ^ Word(key[1]),
               even.low};
    key[0] += 0x9E3779B9; // the golden ratio, and √3 − 1: Weyl sequences
    key[1] += 0xBB67AE85;
  }
  return counter;
}

} // namespace posenc
