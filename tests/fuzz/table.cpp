#include <cmath>
#include <optional>

#include "fuzz/targets.hpp"
#include "kernels/table/axes_table.hpp"
#include "kernels/table/recipe.hpp"
#include "kernels/table/scaled_table.hpp"
#include "kernels/table/sincos_table.hpp"
#include "proof/table_spec.hpp"
#include "reference/table.hpp"

namespace posenc::fuzz {
namespace {

constexpr float untouched = -77;

/// A schedule, for the kernels and for the proof's arithmetic of 320 bits.
struct Schedule {
  std::vector<Frequency> frequencies;
  std::vector<proof::Wide> turns;

  Schedule(std::size_t pairs, Bytes& bytes) : frequencies(pairs) {
    const double base = bytes.pick({10000.0, 1.0, 2.0, bytes.real(1, 2), bytes.real(1, 1e9), 0x1p60});
    const auto numerator = static_cast<std::uint32_t>(bytes.count(1, 2));
    const auto denominator = static_cast<std::uint32_t>(numerator * pairs + bytes.count(0, 3));
    geometric_frequencies(frequencies, base, numerator, denominator);
    turns = proof::turns({pairs, base, numerator, denominator, 1, 0, 0, 0, 0, 1, 0});
  }

  /// factor · sine or cosine of pair i at whole + fraction.
  std::optional<float> entry(std::size_t i, bool is_sine, Position at, double factor) const {
    const auto part = [&](double size) {
      return size == std::floor(size) ? turns[i] * static_cast<std::uint64_t>(size)
                                      : turns[i] * proof::wide(size);
    };
    const auto signed_turns = [&](double value) {
      proof::Signed result{part(std::fabs(value)), value < 0};
      return result;
    };
    const proof::Signed phase = signed_turns(at.whole) + signed_turns(at.fraction);
    if (phase.size == proof::Wide{}) return static_cast<float>(is_sine ? 0 : factor);
    const proof::Direction exact = proof::direction(phase.size);
    proof::Signed value = is_sine ? exact.sine : exact.cosine;
    value.is_negative = value.is_negative != ((is_sine && phase.is_negative) != (factor < 0));
    value.size = value.size * proof::wide(std::fabs(factor));
    return proof::nearest_float(value, 120);
  }
};

/// Places of the sines and cosines in a row, and how many of each.
struct Place {
  Layout layout;
  Columns columns;
};

Place place_of(std::size_t pairs, Bytes& bytes) {
  const std::size_t gap = bytes.count(0, 3);
  Place place{
      bytes.pick({Layout{gap, gap + 1, 2, 2 * pairs + gap}, Layout{0, pairs + gap, 1, 2 * pairs + gap},
                  Layout{pairs, 0, 1, 2 * pairs}, Layout{2, 0, 3, 3 * pairs + gap}}),
      {pairs, pairs}};
  if (bytes.flag()) place.columns.sines = bytes.count(0, pairs);
  if (bytes.flag()) place.columns.cosines = bytes.count(0, pairs);
  return place;
}

/// Integers and fractions up to 2^53.
Position position_of(Bytes& bytes) {
  const double whole = bytes.integer();
  if (bytes.flag() || std::fabs(whole) > 0x1p32) return {whole, 0};
  return {whole, std::copysign(std::ldexp(static_cast<double>(bytes.bits(2)), -16), whole)};
}

/// Every entry is the nearest float, and nothing else is written. `position_at(t)` is row t's.
template <class PositionAt>
void check_entries(std::span<const float> out, const Schedule& schedule, const Place& place,
                   const PositionAt& position_at, double factor, const std::string& what) {
  std::vector<float> expected(out.size(), untouched);
  const Layout layout = place.layout;
  const Columns columns = place.columns;
  for (std::size_t t = 0; t * layout.row < out.size(); ++t) {
    const auto put = [&](std::size_t i, bool is_sine, std::size_t channel) {
      // Too near to the middle of two floats to tell, or subnormal: what the kernel says.
      float& entry = expected[t * layout.row + channel];
      entry = schedule.entry(i, is_sine, position_at(t), factor).value_or(out[t * layout.row + channel]);
    };
    for (std::size_t i = 0; i < columns.sines; ++i) put(i, true, layout.sine + i * layout.step);
    for (std::size_t i = 0; i < columns.cosines; ++i) put(i, false, layout.cosine + i * layout.step);
  }
  for (std::size_t n = 0; n < out.size(); ++n)
    require(std::bit_cast<std::uint32_t>(out[n]) == std::bit_cast<std::uint32_t>(expected[n]),
            what + ": an entry is not the nearest float");
}

void check_rows(Bytes& bytes) {
  const std::size_t pairs = bytes.count(1, 12), rows = bytes.count(0, 40);
  const Schedule schedule(pairs, bytes);
  const Place place = place_of(pairs, bytes);
  Position start = position_of(bytes);
  if (start.whole > 0x1p53 - 64) start.whole -= 64;
  const bool is_scaled = bytes.flag();
  const double factor = is_scaled ? bytes.pick({0.5, -1.25, bytes.real(-2, 2), 0x1p31}) : 1;
  std::vector<float> out(rows * place.layout.row, untouched);
  if (is_scaled)
    scaled_table(schedule.frequencies, place.columns, start, rows, factor, place.layout, out);
  else
    sincos_table(schedule.frequencies, place.columns, start, rows, place.layout, out);
  const auto position_at = [&](std::size_t t) {
    return Position{start.whole + static_cast<double>(t), start.fraction};
  };
  check_entries(out, schedule, place, position_at, factor, is_scaled ? "scaled_table" : "sincos_table");
}

void check_positions(Bytes& bytes) {
  const std::size_t pairs = bytes.count(1, 12);
  const Schedule schedule(pairs, bytes);
  const Place place = place_of(pairs, bytes);
  std::vector<double> positions(bytes.count(0, 9));
  for (double& p : positions) {
    const auto [whole, fraction] = position_of(bytes);
    p = whole + fraction;
  }
  std::vector<float> out(positions.size() * place.layout.row, untouched), scaled = out;
  sincos_table_at(schedule.frequencies, place.columns, positions, place.layout, out);
  const auto position_at = [&](std::size_t t) { return position(positions[t]); };
  check_entries(out, schedule, place, position_at, 1, "sincos_table_at");
  scaled_table_at(schedule.frequencies, place.columns, positions, -0.75, place.layout, scaled);
  check_entries(scaled, schedule, place, position_at, -0.75, "scaled_table_at");
}

void check_axes(Bytes& bytes) {
  const std::size_t pairs = bytes.count(1, 8), rows = bytes.count(1, 5);
  const Schedule schedule(pairs, bytes);
  std::vector<std::uint32_t> axis(pairs);
  for (std::uint32_t& a : axis) a = static_cast<std::uint32_t>(bytes.count(0, 2));
  std::vector<double> positions(3 * rows);
  for (double& p : positions) p = bytes.integer();
  std::vector<float> out(rows * 2 * pairs, untouched);
  axes_table(schedule.frequencies, axis, positions, rows, halves(2 * pairs), out);
  for (std::size_t t = 0; t < rows; ++t)
    for (std::size_t i = 0; i < pairs; ++i)
      for (const bool is_sine : {true, false}) {
        const Position at = position(positions[axis[i] * rows + t]);
        const float got = out[t * 2 * pairs + (is_sine ? i : pairs + i)];
        require(schedule.entry(i, is_sine, at, 1).value_or(got) == got, "axes_table");
      }
}

void check_recipe(Bytes& bytes) {
  const Recipe recipe = bytes.pick({Recipe::direct, Recipe::logarithmic, Recipe::cast});
  const double base = bytes.pick({10000.0, bytes.real(1, 1e6), bytes.real(0.001, 1), 0x1p31});
  const auto pairs = static_cast<std::uint32_t>(bytes.count(1, 20));
  std::vector<float> frequencies(pairs);
  recipe_frequencies(frequencies, recipe, base, 2, 2 * pairs);
  for (std::uint32_t i = 0; i < pairs; ++i) {
    const auto step = recipe == Recipe::direct        ? reference::direct_frequency
                      : recipe == Recipe::logarithmic ? reference::logarithmic_frequency
                                                      : reference::cast_frequency;
    require(frequencies[i] == step(base, 2 * i, 2 * pairs), "recipe_frequencies");
  }
  const float scale = bytes.pick({1.0f, 1000.0f, 0.125f});
  const double p = std::round(bytes.real(-1e6, 1e6));
  std::vector<float> out(2 * pairs);
  recipe_table(frequencies, {pairs, pairs}, {&p, 1}, scale, halves(2 * pairs), out);
  for (std::size_t i = 0; i < pairs; ++i) {
    const float phase = reference::recipe_phase(p, frequencies[i], scale);
    require(out[i] == reference::rounded(reference::sine(phase)) &&
                out[pairs + i] == reference::rounded(reference::cosine(phase)),
            "recipe_table");
  }
}

} // namespace

void table(Bytes& bytes) {
  bytes.pick({check_rows, check_rows, check_positions, check_axes, check_recipe})(bytes);
}

} // namespace posenc::fuzz
