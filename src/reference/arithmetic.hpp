/// A floating-point type of 113 bits with the elementary functions that the references need, and random words.
///
/// Source    the Taylor series; π and ln 2 as sums of three doubles (mpmath 1.2.1 at 400 bits). Words: Salmon, Moraes,
///           Dror, Shaw 2011, Parallel random numbers: as easy as 1, 2, 3, section 3.3
/// Accuracy  about 2^-108, relative to the argument's own error
#pragma once

#include <array>
#include <cstdint>

namespace posenc::reference {

#if defined(__SIZEOF_FLOAT128__)
__extension__ typedef __float128 Wide;
#else
using Wide = long double; // 113 bits in WebAssembly and on 64-bit ARM
#endif

inline constexpr Wide pi =
    Wide(0x1.921fb54442d18p+1) + Wide(0x1.1a62633145c07p-53) + Wide(-0x1.f1976b7ed8fbcp-109);
inline constexpr Wide ln_2 =
    Wide(0x1.62e42fefa39efp-1) + Wide(0x1.abc9e3b39803fp-56) + Wide(0x1.7b57a079a1934p-111);

Wide sine(Wide radians);
Wide cosine(Wide radians);
Wide exponential(Wide x);

/// Requires x > 0.
Wide logarithm(Wide x);

// Philox4x32-10 round by round, as the paper draws it.

using Words = std::array<std::uint32_t, 4>;

/// `round` from 0 to 9; each round adds a Weyl step to the key.
Words philox_round(const Words& in, std::uint32_t key0, std::uint32_t key1, unsigned round);

Words philox(Words counter, std::uint32_t key0, std::uint32_t key1);

} // namespace posenc::reference
