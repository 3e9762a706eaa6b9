// Swin's index, log-spaced offsets and computed table, cell by cell.
#include "kernels/bias/swin.hpp"

#include <catch_amalgamated.hpp>
#include <vector>

#include "random_values.hpp"
#include "reference/bias.hpp"
#include "ulps.hpp"

using namespace posenc;
using reference::Wide;

namespace {

std::vector<std::int32_t> index(SwinWindow window) {
  const std::size_t cells = std::size_t{window.height} * window.width;
  std::vector<std::int32_t> result(cells * cells);
  swin_index(window, 0, result);
  return result;
}

/// The computed table of a perceptron that gives back one of its two inputs, c = max(0, c) − max(0, −c).
std::vector<float> table_of_input(SwinWindow window, SwinWindow trained, std::size_t input) {
  std::vector<float> hidden_weight(4), table(swin_offsets(window));
  hidden_weight[input] = 1;
  hidden_weight[2 + input] = -1;
  const std::vector<float> hidden_bias(2), output_weight{1, -1};
  swin_table(window, trained, {hidden_weight, hidden_bias, output_weight, {}}, 1, table);
  return table;
}

constexpr SwinWindow windows[] = {{1, 1}, {1, 5}, {7, 1}, {2, 3}, {3, 2}, {7, 7}, {8, 11}};

} // namespace

TEST_CASE("swin: tests/fixtures/bias.json, swin.tables and window7", "[swin]") {
  CHECK(index({1, 1}) == std::vector<std::int32_t>{0});
  CHECK(index({2, 2}) == std::vector<std::int32_t>{4, 3, 1, 0, 5, 4, 2, 1, 7, 6, 4, 3, 8, 7, 5, 4});
  CHECK(index({2, 3}) == std::vector<std::int32_t>{7,  6,  5,  2, 1, 0, 8,  7,  6,  3, 2, 1,
                                                   9,  8,  7,  4, 3, 2, 12, 11, 10, 7, 6, 5,
                                                   13, 12, 11, 8, 7, 6, 14, 13, 12, 9, 8, 7});
  const std::vector<std::int32_t> seven = index({7, 7});
  CHECK(swin_offsets({7, 7}) == 169);
  struct Probe {
    std::size_t query, key;
    std::int32_t row;
  };
  for (const auto& [query, key, row] : {Probe{0, 0, 84}, {0, 48, 0}, {48, 0, 168}, {3, 44, 7}, {6, 42, 12}})
    CHECK(seven[query * 49 + key] == row);
}

TEST_CASE("swin: the index of every pair of cells", "[swin]") {
  for (const SwinWindow window : windows) {
    const std::vector<std::int32_t> all = index(window);
    const std::size_t cells = std::size_t{window.height} * window.width;
    for (std::size_t i = 0; i < cells; ++i)
      for (std::size_t j = 0; j < cells; ++j)
        CHECK(static_cast<std::size_t>(all[i * cells + j]) ==
              reference::swin_index(window.height, window.width, i, j));
  }
}

TEST_CASE("swin: tests/fixtures/bias.json, swin.logSpaced", "[swin]") {
  struct Probe {
    SwinWindow window, trained;
    std::size_t row, input;
    double coordinate;
  };
  for (const auto& [window, trained, row, input, coordinate] :
       {Probe{{7, 7}, {7, 7}, 0, 0, -1.056641667147437454302493}, // (−6, −6)
        {{7, 7}, {7, 7}, 84, 0, 0},                               // (0, 0)
        {{7, 7}, {7, 7}, 85, 1, 0.4074641404454826419960768},     // (0, 1)
        {{16, 16}, {8, 8}, 15, 1, 0},
        {{16, 16}, {8, 8}, 30, 1, 1.393776588238187248612678}, // (−15, 15)
        {{24, 24}, {12, 12}, 24, 1, 0.2628319649354294125313855}})
    CHECK(ulps(table_of_input(window, trained, input)[row],
               Wide(16) / (Wide(1) + reference::exponential(-Wide(coordinate)))) <= 0.5 + 0x1p-20);
}

TEST_CASE("swin: computed tables of any window", "[swin]") {
  RandomValues random(7);
  for (const SwinWindow window : windows)
    for (const SwinWindow trained : {window, SwinWindow{1, 4}, SwinWindow{12, 3}}) {
      const std::size_t heads = random.integer(1, 4), units = random.integer(1, 9);
      const reference::Perceptron net{
          random.floats(2 * units), random.floats(units), random.floats(heads * units), {}};
      std::vector<float> table(heads * swin_offsets(window));
      swin_table(window, trained, {net.hidden_weight, net.hidden_bias, net.output_weight, {}}, heads, table);
      const std::size_t columns = 2 * window.width - 1;
      double worst = 0;
      for (std::size_t row = 0; row < swin_offsets(window); ++row) {
        const Wide y = reference::swin_coordinate(static_cast<double>(row / columns) - (window.height - 1.0),
                                                  trained.height);
        const Wide x = reference::swin_coordinate(static_cast<double>(row % columns) - (window.width - 1.0),
                                                  trained.width);
        for (std::size_t h = 0; h < heads; ++h)
          worst = std::max(worst, ulps(table[row * heads + h], reference::swin_bias(net, h, y, x)));
      }
      CHECK(worst <= 0.5 + 0x1p-15); // f_h is of size 100 or so
    }
}

TEST_CASE("swin: tables saturate, and NaN stays", "[swin]") {
  const std::vector<float> zeros(2);
  std::vector<float> table(1);
  for (const auto& [bias, value] : {std::pair{1e30f, 16.0f}, {-1e30f, 0.0f}, {0.0f, 8.0f}}) {
    const float unit = 1;
    swin_table({1, 1}, {1, 1}, {zeros, {&unit, 1}, {&bias, 1}, {}}, 1, table);
    CHECK(table[0] == Catch::Approx(value).margin(1e-30));
  }
  const float unit = std::nanf("");
  swin_table({1, 1}, {1, 1}, {zeros, {&unit, 1}, {&unit, 1}, {}}, 1, table);
  CHECK(std::isnan(table[0]));
}
