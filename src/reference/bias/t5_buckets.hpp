/// T5's bucket of one relative position, by wide logarithms.
///
/// Source    Raffel et al. 2019, arXiv 1910.10683, section 2.1, and the authors' code
#pragma once

namespace posenc::reference {

/// relative = key − query. A quotient of logarithms within 2^-80 of an integer counts as that integer.
int t5_bucket(double relative, int buckets, int max_distance, bool two_sided);

} // namespace posenc::reference
