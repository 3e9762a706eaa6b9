#include "kernels/properties/table_mean.hpp"

#include <cassert>
#include <cmath>

#include "kernels/table/sine.hpp"

namespace posenc {
namespace {

/// Integers and halves.
Position half_of(double whole) {
  return position(whole / 2);
}

/// sin(rows·ω/2) / (rows · sin(ω/2)): 1 for a whole number of turns per position, 0 turns included.
double shrinking(const Frequency& frequency, double rows) {
  const double step = sine_cosine(phase(frequency, half_of(1))).sine;
  return step == 0 ? 1 : sine_cosine(phase(frequency, half_of(rows))).sine / (rows * step);
}

} // namespace

double table_mean(std::span<const Frequency> frequencies, Columns columns, double start, double rows) {
  assert(columns.width() > 0 && columns.pairs() <= frequencies.size() && rows >= 1);
  const Position first = position(start), half = half_of(rows - 1);
  const Position middle{first.whole + half.whole, first.fraction + half.fraction};
  double sum = 0;
  for (std::size_t i = 0; i < columns.pairs(); ++i) {
    const auto [sine, cosine] = sine_cosine(phase(frequencies[i], middle));
    const double size = shrinking(frequencies[i], rows);
    if (i < columns.sines) sum += size * sine;
    if (i < columns.cosines) sum += size * cosine;
  }
  return sum / static_cast<double>(columns.width());
}

} // namespace posenc
