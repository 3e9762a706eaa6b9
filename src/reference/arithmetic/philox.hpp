/// Philox4x32-10 round by round, as the paper draws it.
///
/// Source    Salmon, Moraes, Dror, Shaw 2011, Parallel random numbers: as easy as 1, 2, 3, section 3.3
#pragma once

#include <array>
#include <cstdint>

namespace posenc::reference {

using Words = std::array<std::uint32_t, 4>;

/// `round` from 0 to 9; the key goes on by its Weyl step each round.
Words philox_round(const Words& in, std::uint32_t key0, std::uint32_t key1, unsigned round);

Words philox(Words counter, std::uint32_t key0, std::uint32_t key1);

} // namespace posenc::reference
