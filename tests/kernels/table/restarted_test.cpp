// Frequencies that start again, against the formula in wide precision.
#include "kernels/table/restarted.hpp"

#include <catch_amalgamated.hpp>
#include <cmath>
#include <vector>

#include "reference/table.hpp"

using namespace posenc;

TEST_CASE("restarted: each section has exponents of its own") {
  for (const double base : {1.0, 100.0, 10000.0})
    for (const std::vector<std::uint32_t>& sections :
         {std::vector<std::uint32_t>{16, 16}, {1, 5}, {0, 4, 3}, {2, 0}}) {
      std::vector<double> bases(sections.size(), base);
      bases.back() = 20640.5; // an axis may have a base of its own
      const auto omega = reference::restarted_frequencies(bases, sections);
      std::vector<Frequency> frequencies(omega.size());
      restarted_frequencies(frequencies, bases, sections);
      for (std::size_t i = 0; i < omega.size(); ++i)
        REQUIRE(radians(frequencies[i]) == static_cast<double>(omega[i]));
    }
}

TEST_CASE("picked: frequencies in another order, some of them twice") {
  std::vector<Frequency> frequencies(5), picked(4);
  geometric_frequencies(frequencies, 10000, 1, 5);
  const std::vector<std::uint32_t> picks{4, 0, 2, 0};
  pick_frequencies(picked, frequencies, picks);
  for (std::size_t i = 0; i < picks.size(); ++i)
    REQUIRE(radians(picked[i]) == radians(frequencies[picks[i]]));
}

TEST_CASE("restarted: 100^(−4i/d) for d = 8, as rotation.json's axial records say") {
  std::vector<Frequency> frequencies(4);
  restarted_frequencies(frequencies, std::vector<double>{100, 100}, std::vector<std::uint32_t>{2, 2});
  for (const std::size_t i : {0u, 2u}) {
    REQUIRE(radians(frequencies[i]) == 1);
    REQUIRE(radians(frequencies[i + 1]) == 0.1);
  }
}
