// The known answers that the authors publish with their library, Random123: kat_vectors, philox4x32 10.
#include "kernels/arithmetic/philox.hpp"

#include <catch_amalgamated.hpp>

#include "reference/arithmetic.hpp"

using namespace posenc;

TEST_CASE("philox: known answers") {
  STATIC_REQUIRE(philox<std::uint32_t>({0, 0, 0, 0}, {0, 0}) ==
                 PhiloxCounter<std::uint32_t>{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8});
  constexpr std::uint32_t ones = 0xffffffff;
  STATIC_REQUIRE(philox<std::uint32_t>({ones, ones, ones, ones}, {ones, ones}) ==
                 PhiloxCounter<std::uint32_t>{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd});
  STATIC_REQUIRE(
      philox<std::uint32_t>({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, {0xa4093822, 0x299f31d0}) ==
      PhiloxCounter<std::uint32_t>{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1});
}

TEST_CASE("philox: the paper's rounds one by one, for any counter and key") {
  for (std::uint32_t i = 0; i < 1000; ++i) {
    const std::uint32_t x = i * 2654435761u; // spreads i over all bits
    const PhiloxCounter<std::uint32_t> counter{x, ~x, i, x ^ 0x55555555u};
    const auto words = reference::philox(counter, x >> 3, i);
    REQUIRE(philox<std::uint32_t>(counter, {x >> 3, i}) == words);
    using simd::u32x4;
    const auto four = philox<u32x4>(
        {u32x4(counter[0]), {i, counter[1], 7, x}, u32x4(counter[2]), u32x4(counter[3])}, {x >> 3, i});
    const std::array<std::uint32_t, 4> second{i, counter[1], 7, x};
    for (std::size_t lane = 0; lane < second.size(); ++lane) {
      const auto lane_words =
          reference::philox({counter[0], second[lane], counter[2], counter[3]}, x >> 3, i);
      for (std::size_t w = 0; w < words.size(); ++w) REQUIRE(four[w].get(lane) == lane_words[w]);
    }
  }
}
