// The table against the formula in wide precision: shapes, layouts, starts, and a seeded sample.
#include "kernels/table/sincos_table.hpp"

#include <algorithm>
#include <bit>
#include <catch_amalgamated.hpp>
#include <cmath>
#include <random>
#include <vector>

#include "../../fixtures/table_entries.hpp"
#include "kernels/table/rounded_sine.hpp"
#include "reference/table.hpp"

using namespace posenc;

namespace {

constexpr float untouched = -77;

std::vector<Frequency> schedule(std::size_t width, double base) {
  std::vector<Frequency> frequencies(width / 2);
  geometric_frequencies(frequencies, base, 2, static_cast<std::uint32_t>(width));
  return frequencies;
}

std::vector<double> positions_from(double start, std::size_t rows) {
  std::vector<double> positions(rows);
  for (std::size_t t = 0; t < rows; ++t) positions[t] = start + static_cast<double>(t);
  return positions;
}

/// The table with its own memory, guarded on both sides.
std::vector<float> table(std::span<const Frequency> frequencies, double start, std::size_t rows,
                         Layout layout) {
  constexpr std::size_t guard = 8;
  std::vector<float> memory(rows * layout.row + 2 * guard, untouched);
  sincos_table(frequencies, start, rows, layout, std::span(memory).subspan(guard, rows * layout.row));
  for (std::size_t i = 0; i < guard; ++i)
    REQUIRE((memory[i] == untouched && memory[memory.size() - 1 - i] == untouched));
  return {memory.begin() + guard, memory.end() - guard};
}

/// What the formula gives for the schedule: sine, cosine, sine, cosine, …, a row for each position.
std::vector<float> exact_entries(std::size_t width, double base, std::span<const double> positions) {
  const auto omega = reference::geometric_frequencies(width / 2, base, 2, static_cast<unsigned>(width));
  return reference::interleaved_table(omega, positions);
}

/// The rows of `out` are the first rows of `exact`, each entry at the place that the layout gives it.
void require_entries(std::span<const float> out, std::span<const float> exact, std::size_t pairs,
                     Layout layout) {
  std::vector<float> expected(out.size(), untouched);
  for (std::size_t t = 0; t * layout.row < out.size(); ++t)
    for (std::size_t i = 0; i < pairs; ++i) {
      expected[t * layout.row + layout.sine + i * layout.step] = exact[(t * pairs + i) * 2];
      expected[t * layout.row + layout.cosine + i * layout.step] = exact[(t * pairs + i) * 2 + 1];
    }
  for (std::size_t k = 0; k < out.size(); ++k)
    if (std::bit_cast<std::uint32_t>(out[k]) != std::bit_cast<std::uint32_t>(expected[k])) {
      CAPTURE(k / layout.row, k % layout.row);
      REQUIRE(out[k] == expected[k]);
    }
}

std::size_t mismatches(std::span<const float> a, std::span<const float> b) {
  REQUIRE(a.size() == b.size());
  std::size_t count = 0;
  for (std::size_t k = 0; k < a.size(); ++k) count += a[k] == b[k] ? 0 : 1;
  return count;
}

} // namespace

TEST_CASE("sincos table: a seeded sample against wide precision") {
  std::mt19937 random(1);
  for (const double base : {2.0, 7.0, 1e4, 5e5, 1e9, 3.25})
    for (const std::size_t width : {2u, 50u, 128u, 512u}) {
      const auto frequencies = schedule(width, base);
      const auto omega = reference::geometric_frequencies(width / 2, base, 2, static_cast<unsigned>(width));
      const std::size_t rows = 1100 / width + 9;
      for (const double start :
           {0.0, static_cast<double>(random() >> 8), 0x1p24 - static_cast<double>(rows)}) {
        CAPTURE(base, width, start);
        const auto positions = positions_from(start, rows);
        REQUIRE(mismatches(table(frequencies, start, rows, interleaved(width)),
                           reference::interleaved_table(omega, positions)) == 0);
        REQUIRE(mismatches(table(frequencies, start, rows, halves(width)),
                           reference::halves_table(omega, positions)) == 0);
      }
    }
}

TEST_CASE("sincos table: every shape, in every layout") {
  for (const std::size_t pairs : {1u, 2u, 3u, 5u, 7u, 25u, 64u, 127u, 128u, 129u, 257u}) {
    const std::size_t width = 2 * pairs;
    const auto frequencies = schedule(width, 10000);
    const auto exact = exact_entries(width, 10000, positions_from(1000, pairs > 7 ? 31 : 1025));
    const Layout layouts[] = {
        interleaved(width),           halves(width), {1, 0, 2, width}, // cosine first
        {pairs, 0, 1, width},                                          // flipped halves
        {3, 1, 3, 3 * pairs + 5},                                      // channels to spare
        {0, width, 2, 2 * width + 1},                                  // gaps between them
    };
    for (const std::size_t rows :
         {0u, 1u, 2u, 7u, 8u, 9u, 15u, 16u, 17u, 31u, 255u, 256u, 257u, 1023u, 1024u, 1025u}) {
      if (rows > 31 && pairs > 7) continue;
      for (const Layout& layout : layouts) {
        CAPTURE(pairs, rows, layout.sine, layout.cosine, layout.step, layout.row);
        require_entries(table(frequencies, 1000, rows, layout), exact, pairs, layout);
      }
    }
  }
}

TEST_CASE("sincos table: sines alone, cosines alone, and one side cut short") {
  for (const std::size_t pairs : {1u, 2u, 3u, 6u, 129u}) {
    const auto frequencies = schedule(2 * pairs, 10000);
    for (const Columns columns : {Columns{pairs, 0}, Columns{0, pairs}, Columns{pairs, pairs - 1},
                                  Columns{pairs - 1, pairs}, Columns{pairs / 2, pairs / 2}})
      for (const Layout& layout : {Layout{0, 1, 2, 2 * pairs + 1}, Layout{1, pairs + 1, 1, 2 * pairs + 1}})
        for (const std::size_t rows : {0u, 1u, 15u, 16u, 40u}) {
          CAPTURE(columns.sines, columns.cosines, layout.sine, rows);
          const Position start{-7, 0.25};
          std::vector<float> out(rows * layout.row, untouched), expected = out, some = out;
          sincos_table(frequencies, columns, start, rows, layout, out);
          std::vector<double> positions(rows);
          for (std::size_t t = 0; t < rows; ++t) {
            positions[t] = -6.75 + static_cast<double>(t);
            for (std::size_t i = 0; i < pairs; ++i) {
              const auto value = rounded_sine_cosine(frequencies[i], position(positions[t]));
              if (i < columns.sines) expected[t * layout.row + layout.sine + i * layout.step] = value.sine;
              if (i < columns.cosines)
                expected[t * layout.row + layout.cosine + i * layout.step] = value.cosine;
            }
          }
          REQUIRE(out == expected);
          sincos_table_at(frequencies, columns, positions, layout, some);
          REQUIRE(some == expected);
        }
  }
}

TEST_CASE("sincos table: tests/fixtures/sinusoidal.json, simple-pe-6 and keras-hub-odd") {
  std::vector<Frequency> sines(6), odd(4);
  geometric_frequencies(sines, 100, 1, 6);
  geometric_frequencies(odd, 10000, 2, 7);
  std::vector<float> out(6), cut(7);
  sincos_table(sines, {6, 0}, {1000, 0}, 1, {0, 6, 1, 6}, out);
  REQUIRE(out == std::vector<float>{0.8268795405320025602558874f, -0.7151434896652836685741522f,
                                    0.970289402829971421943585f, -0.5063656411097587936565576f,
                                    0.6503168595863044762934412f, 0.432083391680081001116868f});
  sincos_table(odd, {4, 3}, {1000, 0}, 1, {0, 1, 2, 7}, cut);
  REQUIRE(cut == std::vector<float>{0.8268795405320025602558874f, 0.5623790762907029910782492f,
                                    0.284096273706946563831061f, -0.9587957588901964383318928f,
                                    -0.8928843472414633312542952f, 0.4502860673518401604407536f,
                                    0.364186690008584807059294f});
}

TEST_CASE("sincos table: hard entries, by the angle sums of the rows around them") {
  for (const auto& hard : fixtures::hard_entries) {
    const auto all = schedule(hard.width, hard.base);
    // The pair and its neighbour, in the lanes of one vector; the row at every distance from the middle of a block.
    const std::size_t pair = std::min<std::size_t>(hard.pair, all.size() - 2);
    const std::size_t channel = 2 * (hard.pair - pair);
    for (std::size_t row = 0; row < 32; row += 3) {
      CAPTURE(hard.base, hard.width, hard.pair, hard.position, row);
      const auto out = table({&all[pair], 2}, hard.position - static_cast<double>(row), 32, interleaved(4));
      REQUIRE(out[row * 4 + channel] == hard.sine);
      REQUIRE(out[row * 4 + channel + 1] == hard.cosine);
    }
  }
}

TEST_CASE("sincos table: width 4096") {
  const auto frequencies = schedule(4096, 10000);
  const auto exact = exact_entries(4096, 10000, positions_from(44990, 17));
  require_entries(table(frequencies, 44990, 17, halves(4096)), exact, 2048, halves(4096));
}

TEST_CASE("sincos table: starts of every kind") {
  const Layout layout = interleaved(14);
  for (const double base : {10000.0, 1e9, 1.0, 0.05}) {
    const auto frequencies = schedule(14, base);
    for (const double start :
         {-300.0, -16777216.0, 16777000.0, 1e12, 0x1p53 - 1099, -0x1p53, 0.5, -20.25, 4096.75}) {
      const auto exact = exact_entries(14, base, positions_from(start, 1100));
      for (const std::size_t rows : {3u, 1100u}) {
        CAPTURE(base, start, rows);
        require_entries(table(frequencies, start, rows, layout), exact, 7, layout);
      }
    }
  }
}

TEST_CASE("sincos table: a fractional start means the exact sums") {
  const auto frequencies = schedule(16, 2);
  const Layout layout = interleaved(16);
  const auto out = table(frequencies, 0.1, 300, layout); // 0.1 + 299 is not a double
  for (std::size_t i = 0; i < frequencies.size(); ++i) {
    const auto last = rounded_sine_cosine(frequencies[i], {299, 0.1});
    REQUIRE(out[299 * 16 + 2 * i] == last.sine);
    REQUIRE(out[299 * 16 + 2 * i + 1] == last.cosine);
  }
}

TEST_CASE("sincos table: explicit positions, in any order") {
  const std::vector<double> positions = {5,        5,          0,       -3,    0.5,     16777215,
                                         16777217, 1e15 + 0.5, -0x1p53, 1e-12, 999.999, -0.0};
  for (const std::size_t width : {2u, 14u, 50u, 512u})
    for (const Layout& layout : {interleaved(width), halves(width)}) {
      const auto frequencies = schedule(width, 10000);
      std::vector<float> out(positions.size() * width, untouched);
      sincos_table_at(frequencies, positions, layout, out);
      require_entries(out, exact_entries(width, 10000, positions), width / 2, layout);
    }
  sincos_table_at(schedule(8, 10000), {}, interleaved(8), {});
}

TEST_CASE("sincos table: position 0 gives +0 and 1") {
  const auto out = table(schedule(128, 10000), 0, 20, interleaved(128));
  for (std::size_t j = 0; j < 128; ++j)
    REQUIRE(std::bit_cast<std::uint32_t>(out[j]) == std::bit_cast<std::uint32_t>(j % 2 == 0 ? 0.0f : 1.0f));
}

TEST_CASE("sincos table: rows are the same whatever table they are part of") {
  const auto frequencies = schedule(100, 500000);
  const auto whole_table = table(frequencies, 0, 1000, interleaved(100));
  for (const std::size_t first : {1u, 13u, 250u, 700u}) {
    const auto part = table(frequencies, static_cast<double>(first), 300, interleaved(100));
    REQUIRE(mismatches(part, std::span(whole_table).subspan(first * 100, part.size())) == 0);
  }
}
