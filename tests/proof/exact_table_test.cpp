// The proof of tables on a small scale, and that it finds a single wrong bit.
#include "proof/exact_table.hpp"

#include <algorithm>
#include <bit>
#include <catch_amalgamated.hpp>
#include <cmath>

#include "../fixtures/table_entries.hpp"
#include "kernels/table/sincos_table.hpp"
#include "proof/stretch_check.hpp"

using namespace posenc;
using namespace posenc::proof;

namespace {

TableSpec interleaved_spec(std::size_t width, double base) {
  const std::size_t pairs = width / 2;
  return {pairs, base, 2, static_cast<std::uint32_t>(width), 1, pairs, pairs, 0, 1, 2, width};
}

TableMaker kernel_table(const TableSpec& spec) {
  std::vector<Frequency> frequencies(spec.pairs);
  geometric_frequencies(frequencies, spec.base, spec.numerator, spec.denominator);
  return [=](std::int64_t first, std::size_t rows, std::span<float> out) {
    sincos_table(frequencies, {spec.sines, spec.cosines}, position(static_cast<double>(first)), rows,
                 {spec.sine, spec.cosine, spec.step, spec.row}, out);
  };
}

/// The same table, with the entry at a position and a channel replaced.
TableMaker broken(TableMaker make, std::size_t width, std::int64_t position, std::size_t channel,
                  float entry) {
  return [=](std::int64_t first, std::size_t rows, std::span<float> out) {
    make(first, rows, out);
    if (position >= first && position < first + static_cast<std::int64_t>(rows))
      out[static_cast<std::size_t>(position - first) * width + channel] = entry;
  };
}

void require_found(const StretchResult& result, std::int64_t position, std::size_t channel, float expected) {
  CAPTURE(position, channel);
  REQUIRE(result.faults.size() == 1);
  REQUIRE(result.faults[0].position == position);
  REQUIRE(result.faults[0].channel == channel);
  REQUIRE(result.faults[0].expected.has_value());
  REQUIRE(std::bit_cast<std::uint32_t>(*result.faults[0].expected) == std::bit_cast<std::uint32_t>(expected));
}

} // namespace

TEST_CASE("proof: 5 000 positions of the table of width 512") {
  const TableSpec spec = interleaved_spec(512, 10000);
  const ExactTable exact(spec, 1024);
  std::uint64_t entries = 0;
  for (const std::int64_t first : {0, 44032, 1048064, 16776192, -512}) {
    const StretchResult result = check_stretch(exact, kernel_table(spec), first, 1000, 300);
    CAPTURE(first);
    CHECK(result.faults.empty());
    CHECK(result.alone < result.entries / 1000); // the fast test settles nearly all
    entries += result.entries;
  }
  CHECK(entries == 5000 * 512);
}

constexpr std::int64_t far_and_near[] = {0, -300, 16777000, (std::int64_t{1} << 53) - 65536};

TEST_CASE("proof: the layouts, a cut width, other bases and far positions") {
  for (const TableSpec& spec : {
           TableSpec{8, 10000, 2, 16, 1, 8, 8, 0, 8, 1, 16}, // halves
           TableSpec{8, 1e9, 1, 7, 1, 8, 8, 8, 0, 1, 16},    // flipped, divisor of fairseq
           TableSpec{4, 100, 2, 7, 1, 4, 3, 0, 1, 2, 9},     // cut, and two channels without an entry
           TableSpec{3, 2, 2, 6, 1, 3, 0, 0, 3, 1, 3},       // sines alone
       }) {
    const ExactTable exact(spec, 512);
    for (const std::int64_t first : far_and_near) {
      CAPTURE(spec.base, spec.row, first);
      CHECK(check_stretch(exact, kernel_table(spec), first, 400, 256).faults.empty());
    }
  }
}

TEST_CASE("proof: entries of mpmath, hard ones among them") {
  std::size_t count = 0;
  const auto check = [&](const fixtures::TableEntry& entry) {
    const bool is_integer = std::floor(entry.position) == entry.position;
    if (!is_integer || entry.base < 1) return;
    const ExactTable exact(interleaved_spec(entry.width, entry.base), 0);
    const auto position = static_cast<std::int64_t>(entry.position);
    CAPTURE(entry.base, entry.width, entry.pair, entry.position);
    CHECK(exact.entry(2 * entry.pair, position) == entry.sine);
    CHECK(exact.entry(2 * entry.pair + 1, position) == entry.cosine);
    ++count;
  };
  std::ranges::for_each(fixtures::table_entries, check);
  std::ranges::for_each(fixtures::hard_entries, check);
  CHECK(count > 150);
}

TEST_CASE("proof: finds a kernel that gives any entry its neighbour") {
  const TableSpec spec = interleaved_spec(24, 10000);
  const ExactTable exact(spec, 512);
  const TableMaker make = kernel_table(spec);
  for (const std::int64_t first : {0, 16776960}) {
    std::vector<float> table(256 * spec.row);
    make(first, 256, table);
    for (const std::size_t row : {1u, 17u, 255u})
      for (std::size_t channel = 0; channel < spec.row; ++channel)
        for (const float direction : {-2.0f, 2.0f}) {
          const float right = table[row * spec.row + channel];
          const std::int64_t position = first + static_cast<std::int64_t>(row);
          const TableMaker wrong =
              broken(make, spec.row, position, channel, std::nextafter(right, direction));
          require_found(check_stretch(exact, wrong, first, 256, 256), position, channel, right);
        }
  }
}

TEST_CASE("proof: finds a hard entry rounded to the other side, a NaN and a wrong zero") {
  const TableSpec spec =
      interleaved_spec(50, 2); // tests/fixtures/hard_cases.csv, line 2: 6e-10 ulps from the middle
  const ExactTable exact(spec, 512);
  const TableMaker make = kernel_table(spec);
  constexpr std::int64_t position = 8921853, first = position - 100;
  const float right = exact.entry(6, position).value();
  CHECK(check_stretch(exact, make, first, 256, 256).faults.empty());
  for (const float direction : {-2.0f, 2.0f})
    require_found(
        check_stretch(exact, broken(make, 50, position, 6, std::nextafter(right, direction)), first, 256, 64),
        position, 6, right);
  require_found(check_stretch(exact, broken(make, 50, position, 6, std::nanf("")), first, 256, 256), position,
                6, right);
  require_found(check_stretch(exact, broken(make, 50, 0, 2, -0.0f), -100, 256, 256), 0, 2, 0.0f);
}

TEST_CASE("proof: gives up a stretch that is wrong everywhere, and its hash is that of the bits") {
  const TableSpec spec = interleaved_spec(8, 10000);
  const ExactTable exact(spec, 512);
  const auto zeros = [](std::int64_t, std::size_t, std::span<float> out) { std::ranges::fill(out, 0.5f); };
  CHECK(check_stretch(exact, zeros, 5, 512, 256).faults.size() == most_faults);
  const TableMaker make = kernel_table(spec);
  const auto hash = [&](const TableMaker& table) { return check_stretch(exact, table, 0, 512, 256).hash; };
  CHECK(hash(make) == check_stretch(exact, make, 0, 512, 77).hash);
  CHECK(hash(make) != hash(broken(make, 8, 300, 3, 0.25f)));
}
