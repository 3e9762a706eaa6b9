/// The offset at which the encoding comes nearest to repeating itself: the smallest |P_{t+k} − P_t| over a range of k.
///
///   squared_distance(k) = Σ_i 2 (1 − cos 2πkf[i])        the smallest over k = next … last; of equals the first
///
/// A search in slices: each call continues from search.next, so that the caller can show progress or stop.
///
/// 1. A block has 127 offsets: the sines at its middle come from the phase, the sines of all other offsets from the
///    angle sums; the offsets k before and after the middle share their products. Floats, four lanes.
/// 2. After every 16 pairs the search leaves a block if none of its offsets can be better than the best so far, even if
///    all later pairs agreed. Frequencies are ordered, so fast pairs come first: these differ within a block, while slow
///    pairs agree at small offsets and would seldom end it.
/// 3. The remaining offsets are computed again in double, each as long as its sum is below the best.
///
/// Shapes    frequencies (pairs), scratch nearest_repeat_scratch(pairs)
/// Units     offsets in positions
/// Requires  1 <= next, last <= 2^53 − 128, integers. Beyond 2^24 about ten times slower
/// Accuracy  the error of the floats is below the margin for it, so the result is as if every offset were computed in
///           double (similarity.hpp); it does not depend on the slices (tests/kernels/properties/nearest_repeat_test.cpp)
/// Cost      at most 3/4 of a vector operation for each pair and offset: 10^7 offsets of 256 pairs take 0.2 s, and 0.7 s in
///           WebAssembly; a tenth of that if blocks are left early (tests/bench/nearest_repeat.bench.cpp)
#pragma once

#include <cstddef>
#include <limits>
#include <span>

#include "kernels/table/frequencies.hpp"

namespace posenc {

/// The state of a search. A new one starts with the first offset to search.
struct NearestRepeat {
  double next;
  double offset = 0; // the best so far; 0 before the first
  double squared_distance = std::numeric_limits<double>::infinity();
};

/// Floats needed.
std::size_t nearest_repeat_scratch(std::size_t pairs);

/// Searches the offsets from search.next to `last`, and sets search.next to last + 1.
void nearest_repeat(std::span<const Frequency> frequencies, double last, NearestRepeat& search,
                    std::span<float> scratch);

} // namespace posenc
