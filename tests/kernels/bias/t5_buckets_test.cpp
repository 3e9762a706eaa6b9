// T5's buckets against wide logarithms, the numbers of tests/fixtures/bias.json, and the float32 recipe.
#include "kernels/bias/t5_buckets.hpp"

#include <catch_amalgamated.hpp>
#include <cmath>
#include <vector>

#include "random_values.hpp"
#include "reference/bias.hpp"

using namespace posenc;

namespace {

std::vector<std::uint32_t> boundaries(const T5Buckets& settings) {
  std::vector<std::uint32_t> result(settings.steps() - 1);
  t5_boundaries(settings, result);
  return result;
}

std::vector<std::int32_t> buckets(const T5Buckets& settings, double first, std::size_t count) {
  std::vector<std::int32_t> out(count);
  t5_buckets(settings, boundaries(settings), first, out);
  return out;
}

std::size_t differences(const T5Buckets& settings, double first, std::size_t count) {
  const std::vector<std::int32_t> out = buckets(settings, first, count);
  std::size_t wrong = 0;
  for (std::size_t n = 0; n < count; ++n)
    wrong +=
        out[n] != reference::t5_bucket(first + static_cast<double>(n), static_cast<int>(settings.buckets),
                                       static_cast<int>(settings.max_distance), settings.two_sided);
  return wrong;
}

} // namespace

TEST_CASE("t5_buckets: the boundaries in the settings of the models", "[t5]") {
  // 8 · 16^(k/8) = 8 · 2^(k/2): every other boundary is a power of two, exactly.
  CHECK(boundaries({32, 128, true}) == std::vector<std::uint32_t>{12, 16, 23, 32, 46, 64, 91});
  // 16 · 8^(k/16): 2^(3k/16) is whole at no k below 16.
  CHECK(boundaries({32, 128, false}).size() == 15);
  CHECK(buckets({32, 128, true}, -16777216, 1)[0] == 15);
  CHECK(buckets({32, 128, true}, -1000, 1)[0] == 15);
  CHECK(buckets({32, 128, true}, 128, 1)[0] == 31);
  CHECK(buckets({32, 128, true}, 0x1p53, 1)[0] == 31);
  CHECK(buckets({32, 128, false}, -128, 1)[0] == 31);
  CHECK(buckets({32, 128, false}, 1000, 1)[0] == 0);
}

TEST_CASE("t5_buckets: tests/fixtures/bias.json, t5", "[t5]") {
  CHECK(buckets({32, 128, true}, -10, 37) ==
        std::vector<std::int32_t>{8,  8,  8,  7,  6,  5,  4,  3,  2,  1,  0,  17, 18, 19, 20, 21, 22, 23, 24,
                                  24, 24, 24, 25, 25, 25, 25, 26, 26, 26, 26, 26, 26, 26, 27, 27, 27, 27});
  CHECK(buckets({8, 20, false}, -10, 13) == std::vector<std::int32_t>{6, 6, 5, 5, 5, 4, 4, 3, 2, 1, 0, 0, 0});
  CHECK(buckets({16, 64, true}, -10, 20) ==
        std::vector<std::int32_t>{5, 5, 5, 4, 4, 4, 4, 3, 2, 1, 0, 9, 10, 11, 12, 12, 12, 12, 13, 13});
}

TEST_CASE("t5_buckets: wide logarithms agree, in the models' settings and others", "[t5]") {
  RandomValues random(6);
  for (const T5Buckets settings : {T5Buckets{32, 128, true},
                                   {32, 128, false},
                                   {16, 64, true},
                                   {64, 256, true},
                                   {8, 20, false},
                                   {320, 800, true},
                                   {4, 3, true},
                                   {2, 2, false},
                                   {3, 9, false}})
    CHECK(differences(settings, -1000, 2001) == 0);
  for (int n = 0; n < 60; ++n) {
    const bool two_sided = random.integer(0, 1) == 1;
    const T5Buckets drawn{static_cast<std::uint32_t>(random.integer(two_sided ? 4 : 2, 300)), 0, two_sided};
    const auto longest = static_cast<std::uint32_t>(random.integer(drawn.ones() + 1, 3000));
    const T5Buckets settings{drawn.buckets, longest, two_sided};
    INFO(settings.buckets << " buckets to " << longest);
    CHECK(differences(settings, -300, 601) == 0);
    for (const std::uint32_t boundary : boundaries(settings))
      CHECK(differences(settings, -static_cast<double>(boundary), 2) == 0);
  }
}

TEST_CASE("t5_buckets: boundaries that are whole numbers, and distances up to 2^31", "[t5]") {
  // 31 · 2^(26k/32) is whole at k = 16 alone; 4 · 2^(7k) everywhere, and 4 · 3^(14k/4) at k = 2.
  const T5Buckets whole{64 - 1, 31u << 26, false};
  std::vector<std::uint32_t> expected;
  CHECK(whole.ones() == 31);
  const std::vector<std::uint32_t> found = boundaries(whole);
  for (std::uint32_t k = 1; k < whole.steps(); ++k) {
    const double exact = 31 * std::exp2(26.0 * k / 32);
    expected.push_back(static_cast<std::uint32_t>(k % 16 == 0 ? std::round(exact) : std::ceil(exact)));
  }
  CHECK(found == expected);
  CHECK(boundaries({8, 4u << 28, false}) == std::vector<std::uint32_t>{4u << 7, 4u << 14, 4u << 21});
  CHECK(boundaries({8, 4u * 4782969, false}) == std::vector<std::uint32_t>{188, 4 * 2187, 409104});
}

TEST_CASE("t5_buckets: as many as there may be", "[t5]") {
  const T5Buckets settings{4096, 0x7fffffff, false};
  const std::vector<std::uint32_t> all = boundaries(settings);
  CHECK(std::ranges::is_sorted(all));
  CHECK(all.front() > settings.ones());
  CHECK(all.back() < settings.max_distance);
}

TEST_CASE("t5_buckets: the float32 recipe gives the same in the models' settings", "[t5]") {
  for (const T5Buckets settings : {T5Buckets{32, 128, true}, {32, 128, false}, {320, 800, true}}) {
    const auto ones = static_cast<float>(settings.ones());
    for (int distance = static_cast<int>(settings.ones()); distance <= 2000; ++distance) {
      const float share = std::log(static_cast<float>(distance) / ones) /
                          static_cast<float>(std::log(settings.max_distance / static_cast<double>(ones)));
      const float scaled = share * static_cast<float>(settings.steps());
      const auto last = static_cast<std::int32_t>(settings.half() - 1);
      const auto recipe =
          std::min(static_cast<std::int32_t>(settings.ones()) + static_cast<std::int32_t>(scaled), last);
      CHECK(buckets(settings, -distance, 1)[0] == recipe);
    }
  }
}
