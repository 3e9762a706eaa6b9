/// The offset at which the encoding comes nearest to repeating itself: the smallest |P_{t+k} − P_t| over a range of k.
///
///   squared_distance(k) = Σ_i 2 (1 − cos 2πkf[i])        the smallest over k = next … last; of equals the first
///
/// A search in slices: each call goes on from search.next, so that the caller can show progress or give up.
///
/// 1. 127 offsets at a time, a block: the sines of its middle come from the phase, and its other offsets from the
///    angle sums: k and −k from the middle share their products. Floats, four lanes.
/// 2. After every 16 pairs a block is left if none of its offsets can be better than the best so far, even if all
///    later pairs agreed. Fast pairs go first, as frequencies are ordered: they differ within a block, and the slow
///    pairs, which agree at small offsets, would seldom end it.
/// 3. Offsets that are left are computed again in double, again as long as the sum is below the best.
///
/// Shapes    frequencies (pairs), scratch nearest_repeat_scratch(pairs)
/// Units     offsets in positions
/// Requires  1 <= next, last <= 2^53 − 128, integers. Beyond 2^24 about ten times slower
/// Accuracy  the floats err by less than the margin kept for them, so the result is that of looking at every offset in
///           double (similarity.hpp); it does not depend on the slices (tests/kernels/properties/nearest_repeat_test.cpp)
/// Cost      at most 3/4 of a vector operation a pair and offset: 10^7 offsets of 256 pairs in 0.2 s, in 0.7 s as
///           WebAssembly; a tenth if blocks are left early (tests/bench/nearest_repeat.bench.cpp)
#pragma once

#include <cstddef>
#include <limits>
#include <span>

#include "kernels/table/frequencies.hpp"

namespace posenc {

/// How far a search is. A new one starts with the first offset to look at.
struct NearestRepeat {
  double next;
  double offset = 0; // the best so far; 0 before the first
  double squared_distance = std::numeric_limits<double>::infinity();
};

/// Floats needed.
std::size_t nearest_repeat_scratch(std::size_t pairs);

/// Looks at the offsets from search.next to `last`, and leaves last + 1 as the next.
void nearest_repeat(std::span<const Frequency> frequencies, double last, NearestRepeat& search,
                    std::span<float> scratch);

} // namespace posenc
