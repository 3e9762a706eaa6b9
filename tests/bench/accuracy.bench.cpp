// Counts misrounded entries of the table, which must be none, against 113 bits: minutes long.
//
//   npm run bench -- accuracy [--millions=100]
//
//   1. entries of seeded blocks of rows up to position 2^24, over widths and bases
//   2. entries searched to be near zero, or near the middle between two floats
//   3. how often the levels of the table were in doubt
//   4. the error of the frameworks' float32 recipe at the same positions, for comparison

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdio>
#include <memory>
#include <random>
#include <thread>
#include <vector>

#include "hard_search.hpp"
#include "kernels/table/angle_sums.hpp"
#include "kernels/table/rounded_sine.hpp"
#include "kernels/table/sincos_table.hpp"
#include "reference/table.hpp"

using namespace posenc;
using bench::HardCase;
using bench::HardSearch;
using bench::Wide;
using simd::f64x2;

namespace {

constexpr std::size_t widths[] = {2, 50, 128, 512, 4096};
constexpr double bases[] = {2, 7, 1e4, 5e5, 1e9};
constexpr std::size_t combinations = std::size(widths) * std::size(bases);

struct Schedule {
  std::size_t width;
  double base;
  std::vector<Frequency> frequencies;
  std::vector<Wide> omega;

  explicit Schedule(std::size_t combination)
      : width(widths[combination / std::size(bases)]), base(bases[combination % std::size(bases)]),
        frequencies(width / 2),
        omega(reference::geometric_frequencies(width / 2, base, 2, static_cast<unsigned>(width))) {
    geometric_frequencies(frequencies, base, 2, static_cast<std::uint32_t>(width));
  }
};

struct Tally {
  std::atomic<std::size_t> entries = 0, misrounded = 0;

  void add(float got, float want) {
    ++entries;
    if (got != want) ++misrounded;
  }
};

/// Blocks of rows at seeded starts, half of them interleaved and half not.
void check_sample(const Schedule& schedule, std::size_t seed, std::size_t entries, Tally& tally) {
  std::mt19937 random(static_cast<unsigned>(seed));
  const std::size_t rows = schedule.width > 512   ? 24
                           : schedule.width > 128 ? 300
                                                  : 1100; // past an anchor, for most
  std::vector<float> out(rows * schedule.width);
  std::vector<double> positions(rows);
  for (std::size_t done = 0; done < entries; done += out.size()) {
    const double start = std::floor(std::ldexp(random(), -32) * (0x1p24 - static_cast<double>(rows)));
    for (std::size_t t = 0; t < rows; ++t) positions[t] = start + static_cast<double>(t);
    const bool split = random() % 2 != 0;
    const Layout layout = split ? halves(schedule.width) : interleaved(schedule.width);
    sincos_table(schedule.frequencies, start, rows, layout, out);
    const auto expected = split ? reference::halves_table(schedule.omega, positions)
                                : reference::interleaved_table(schedule.omega, positions);
    for (std::size_t k = 0; k < out.size(); ++k) tally.add(out[k], expected[k]);
  }
}

/// The hard entries among a million positions of up to 64 pairs.
void check_searched(const Schedule& schedule, std::size_t seed, Tally& tally) {
  constexpr double span = 0x1p20;
  constexpr std::uint64_t reach = 512; // of 2^28 ulps of a double to the middle
  std::mt19937 random(static_cast<unsigned>(seed));
  const std::size_t pairs = schedule.frequencies.size();
  for (std::size_t n = 0; n < std::min<std::size_t>(64, pairs); ++n) {
    const std::size_t i = pairs <= 64 ? n : random() % pairs;
    const double from = 2 * std::floor(std::ldexp(random(), -33) * (0x1p24 - span));
    HardSearch found(static_cast<unsigned>(i), schedule.omega[i], reach);
    search(found, schedule.frequencies[i], from, from + span);
    for (const auto* cases : {&found.middles, &found.zeros})
      for (const HardCase& c : *cases) {
        float row[2];
        sincos_table_at({&schedule.frequencies[i], 1}, {&c.position, 1}, interleaved(2), row);
        const Wide angle = Wide(c.position) * schedule.omega[i];
        tally.add(row[0], static_cast<float>(reference::sine(angle)));
        tally.add(row[1], static_cast<float>(reference::cosine(angle)));
      }
  }
}

/// Does every combination, on all processors.
template <class Check> void for_each_combination(Check check) {
  std::atomic<std::size_t> next = 0;
  std::vector<std::thread> threads;
  for (unsigned n = 0; n < std::max(1u, std::thread::hardware_concurrency()); ++n)
    threads.emplace_back([&] {
      for (std::size_t c = next++; c < combinations; c = next++) check(c);
    });
  for (std::thread& thread : threads) thread.join();
}

bool in_doubt(double value, double error) {
  return static_cast<float>(value - error) != static_cast<float>(value + error);
}

/// How many of the values of consecutive rows are in doubt after level 1 and after level 2, by width 512.
void count_doubts(double base, double start) {
  constexpr std::size_t rows = 4096, pairs = 256;
  std::vector<Frequency> frequencies(pairs);
  geometric_frequencies(frequencies, base, 2, 512);
  std::size_t first = 0, second = 0;
  const auto sums = std::make_unique<AngleSums>();
  for (std::size_t from = 0; from < group_count(pairs); from += AngleSums::capacity) {
    sums->set_groups(frequencies, from, AngleSums::capacity);
    for (std::size_t t = 0; t < rows; ++t) {
      const Position at = position(start + static_cast<double>(t));
      if (t % AngleSums::anchor_rows == 0) {
        sums->set_anchor(frequencies, at);
      } else if (t % AngleSums::block_rows == 0) {
        sums->advance();
      }
      const double from_middle =
          static_cast<double>(t % AngleSums::block_rows) - (AngleSums::block_rows - 1) / 2.0;
      const auto k = static_cast<std::size_t>(std::fabs(from_middle));
      const double side = from_middle < 0 ? -1 : 1;
      for (std::size_t g = 0; g < sums->count; ++g) {
        const auto& state = sums->states[g];
        const auto& step = sums->steps[k][g];
        const auto value = angle_sum(state.value, {f64x2(side) * step.sine, step.cosine});
        for (std::size_t lane = 0; lane < 2; ++lane) {
          first += in_doubt(value.sine.get(lane), state.sine_error.get(lane));
          first += in_doubt(value.cosine.get(lane), AngleSums::cosine_error);
          const auto own = sine_cosine(phase(frequencies[2 * (from + g) + lane], at));
          second += in_doubt(own.sine, std::fabs(own.sine) * 0x1p-51 + phase_error(at));
          second += in_doubt(own.cosine, std::fabs(own.cosine) * 0x1p-51 + phase_error(at));
        }
      }
    }
  }
  const double values = 2.0 * rows * pairs;
  std::printf("  base %-8g start %-9.0f  %.2g after angle sums, %.2g after a sine of its own\n", base, start,
              static_cast<double>(first) / values, static_cast<double>(second) / values);
}

/// The largest error of sin and cos of fl(position · fl(1 / fl(base^(2i/d)))), the float32 recipe with every step
/// rounded to nearest, over the pairs and the 100 positions up to the last one.
double recipe_error(const Schedule& schedule, int last) {
  double worst = 0;
  const auto compare = [&](Wide value, Wide exact) {
    worst = std::max(worst, std::fabs(static_cast<double>(Wide(static_cast<float>(value)) - exact)));
  };
  for (int position = last - 99; position <= last; ++position)
    for (const Wide omega : schedule.omega) {
      const float inverse = 1 / static_cast<float>(1 / omega);
      const Wide angle = Wide(static_cast<float>(position) * inverse), exact = Wide(position) * omega;
      compare(reference::sine(angle), reference::sine(exact));
      compare(reference::cosine(angle), reference::cosine(exact));
    }
  return worst;
}

} // namespace

int main(int count, char** arguments) {
  double millions = 100; // of entries to sample
  for (int i = 1; i < count; ++i) std::sscanf(arguments[i], "--millions=%lf", &millions);
  const auto share = static_cast<std::size_t>(millions * 1e6 / static_cast<double>(combinations));

  Tally sampled, searched;
  for_each_combination([&](std::size_t c) { check_sample(Schedule(c), c, share, sampled); });
  std::printf("sampled   %zu entries, %zu misrounded\n", sampled.entries.load(), sampled.misrounded.load());
  for_each_combination([&](std::size_t c) { check_searched(Schedule(c), c, searched); });
  std::printf("searched  %zu entries, %zu misrounded\n", searched.entries.load(), searched.misrounded.load());

  std::puts("share of values in doubt, width 512");
  for (const double base : bases)
    for (const double start : {0.0, 0x1p23}) count_doubts(base, start);

  std::puts("largest error of the float32 recipe, width 512, base 10000; the table's is 2^-25 = 3e-8");
  const Schedule paper(3 * std::size(bases) + 2);
  for (const int position : {512, 5000, 45000, 131072, 1000000})
    std::printf("  position %-8d %.1e\n", position, recipe_error(paper, position));
  return sampled.misrounded + searched.misrounded == 0 ? 0 : 1;
}
