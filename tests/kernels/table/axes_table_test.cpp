// Tables over several axes against wide precision and independent entries.
#include "kernels/table/axes_table.hpp"

#include <catch_amalgamated.hpp>
#include <vector>

#include "random_values.hpp"
#include "reference/table.hpp"
#include "rotary_case.hpp"

using namespace posenc;

namespace {

std::vector<float> table_of(std::span<const Frequency> frequencies, std::span<const std::uint32_t> axes,
                            std::span<const double> positions, std::size_t rows) {
  std::vector<float> out(rows * 2 * frequencies.size());
  axes_table(frequencies, axes, positions, rows, halves(2 * frequencies.size()), out);
  return out;
}

} // namespace

TEST_CASE("axes table: rotation.json, sectionTables qwen-3.5, in turns t, h, w") {
  std::vector<std::uint32_t> axes;
  for (std::uint32_t i = 0; i < 32; ++i) axes.push_back(i % 3);
  const std::vector<double> ids{1000, 20, 31};
  const auto out = table_of(plain_schedule(64, 1e7), axes, ids, 1);
  REQUIRE(out[32] == static_cast<float>(0.5623790764907029910782492));
  REQUIRE(out[0] == static_cast<float>(0.8268795405320025602558874));
  REQUIRE(out[33] == static_cast<float>(0.8867903555744342899178687));
  REQUIRE(out[1] == static_cast<float>(-0.4621719001196074435668199));
  REQUIRE(out[34] == static_cast<float>(0.31914166963920778639965));
  REQUIRE(out[2] == static_cast<float>(-0.9477070194421368529598116));
}

TEST_CASE("axes table: rotation.json, sections-4-2-2 and axial-yx-halves, rotated") {
  const std::vector<double> ids{3, 500, 7};
  const std::vector<std::uint32_t> axes{0, 1, 2, 0, 1, 2, 0, 0};
  const std::vector<float> x{1, -2, 3, -4, 5, -6, 7, -8, 9, -10, 11, -12, 13, -14, 15, -16};
  const auto out = rotated_heads(x, table_of(plain_schedule(16, 1e6), axes, ids, 1), {1, 1, 16, 16},
                                 {Pairing::halves, false});
  REQUIRE(std::fabs(static_cast<double>(out[1]) - 6.966144167377200092342129) <= 1e-6);
  REQUIRE(std::fabs(static_cast<double>(out[9]) + 7.448008823794223705708475) <= 1e-6);
  REQUIRE(std::fabs(static_cast<double>(out[10]) - 11.39026693654719563618184) <= 1e-6);
  std::vector<Frequency> restarted = plain_schedule(4, 100);
  restarted.resize(4);
  std::copy_n(restarted.begin(), 2, restarted.begin() + 2);
  const std::vector<double> y_then_x{2, 5};
  const auto image = rotated_heads(std::span(x).first(8),
                                   table_of(restarted, std::vector<std::uint32_t>{0, 0, 1, 1}, y_then_x, 1),
                                   {1, 1, 8, 8}, {Pairing::halves, false});
  const std::vector<double> expected{-4.962633970675550863977668, -0.7681171709121159694919173,
                                     7.563456479031648075651998,  0.3250740612721331377211772,
                                     -1.171436755910030239591821, -6.277738128637572217664004,
                                     -0.891137525746831555412989, -8.938362649539793730023404};
  REQUIRE(worst_pair(image, expected, std::span(x).first(8), Pairing::halves, 4) <= 1.75);
}

TEST_CASE("axes table: random axes and positions against wide precision") {
  RandomValues random(1);
  for (const std::size_t pairs : {1u, 2u, 3u, 8u, 31u})
    for (const std::size_t rows : {0u, 1u, 5u}) {
      std::vector<std::uint32_t> axes;
      for (std::size_t i = 0; i < pairs; ++i)
        axes.push_back(static_cast<std::uint32_t>(random.integer(0, 2)));
      std::vector<double> positions(3 * rows);
      for (double& p : positions) p = std::floor(random.real(-1e6, 0x1p24));
      const auto omega = reference::geometric_frequencies(pairs, 10000, 2, static_cast<unsigned>(2 * pairs));
      REQUIRE(table_of(plain_schedule(2 * pairs, 10000), axes, positions, rows) ==
              reference::axes_table(omega, axes, positions, rows));
    }
}

TEST_CASE("axes table: one axis is the plain table") {
  const auto frequencies = plain_schedule(50, 10000);
  const std::vector<double> positions{0, 1, 2, 5000, -3.25};
  REQUIRE(table_of(frequencies, std::vector<std::uint32_t>(25, 0), positions, 5) ==
          halves_table(frequencies, positions));
}
