/// Finds the entries of a pair that are hardest to round, by a double, and measures them with 113 bits.
#pragma once

#include <cmath>
#include <cstdint>
#include <vector>

#include "kernels/table/sine.hpp"
#include "reference/arithmetic.hpp"

namespace posenc::bench {

using reference::Wide;

struct HardCase {
  unsigned pair;
  double position;
  bool sine;
  double hardness; // the smaller the harder: distance from the middle in float ulps, or the size of the value
};

inline Wide wide_value(Wide omega, double position, bool sine) {
  return sine ? reference::sine(Wide(position) * omega) : reference::cosine(Wide(position) * omega);
}

/// How far a value is from the nearest middle between two floats, in ulps of the float.
inline double distance_from_middle(Wide value) {
  const float nearest = static_cast<float>(value);
  const float towards = Wide(nearest) < value ? 2.0f : -2.0f;
  const Wide middle = (Wide(nearest) + Wide(std::nextafter(nearest, towards))) / 2;
  const double ulp = std::fabs(double{std::nextafter(nearest, towards)} - double{nearest});
  return std::fabs(static_cast<double>((value - middle) / Wide(ulp)));
}

class HardSearch {
public:
  /// Looks for values within `reach` ulps of a double from a middle, and below 2^-21 past the first radian.
  HardSearch(unsigned pair, Wide omega, std::uint64_t reach) : pair_(pair), omega_(omega), reach_(reach) {}

  void visit(double position, double value, bool sine) {
    const std::uint64_t low = simd::bits(value) & 0x1fffffffu; // the 29 bits that a float drops
    if (low + reach_ - 0x10000000u <= 2 * reach_) middles.push_back(measured(position, sine, false));
    if (std::fabs(value) < 0x1p-21 && position * static_cast<double>(omega_) > 1)
      zeros.push_back(measured(position, sine, true));
  }

  std::vector<HardCase> middles, zeros;

private:
  HardCase measured(double position, bool sine, bool zero) const {
    const Wide value = wide_value(omega_, position, sine);
    return {pair_, position, sine,
            zero ? std::fabs(static_cast<double>(value)) : distance_from_middle(value)};
  }

  unsigned pair_;
  Wide omega_;
  std::uint64_t reach_;
};

/// Visits every position in [from, to).
inline void search(HardSearch& found, const Frequency& frequency, double from, double to) {
  const simd::f64x2 hi(frequency.hi), mid(frequency.mid), lo(frequency.lo);
  for (double p = from; p < to; p += 2) {
    const auto value = sine_cosine(phase<simd::f64x2>({p, p + 1}, hi, mid, lo));
    for (std::size_t lane = 0; lane < 2; ++lane) {
      const double position = p + static_cast<double>(lane);
      found.visit(position, value.sine.get(lane), true);
      found.visit(position, value.cosine.get(lane), false);
    }
  }
}

} // namespace posenc::bench
