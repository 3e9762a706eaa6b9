#include "kernels/bias/t5_buckets.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <numeric>

#include "kernels/arithmetic/exp2.hpp"
#include "kernels/arithmetic/log2.hpp"

namespace posenc {
namespace {

/// A natural number of up to 2048 · 32 bits: the largest `steps` powers of 31 bits, and the carry.
class Natural {
public:
  void multiply_by_power(std::uint32_t factor, std::uint32_t power) {
    for (; power > 0; --power) multiply_by(factor);
  }

  friend bool operator>=(const Natural& a, const Natural& b) {
    if (a.size_ != b.size_) return a.size_ > b.size_;
    for (std::size_t i = a.size_; i-- > 0;)
      if (a.limb_[i] != b.limb_[i]) return a.limb_[i] > b.limb_[i];
    return true;
  }

private:
  void multiply_by(std::uint32_t factor) {
    std::uint64_t carry = 0;
    for (std::size_t i = 0; i < size_; ++i) {
      carry += std::uint64_t{limb_[i]} * factor;
      limb_[i] = static_cast<std::uint32_t>(carry);
      carry >>= 32;
    }
    if (carry != 0) limb_[size_++] = static_cast<std::uint32_t>(carry);
  }

  std::array<std::uint32_t, 2049> limb_{1};
  std::size_t size_ = 1;
};

/// distance >= ones · (max_distance / ones)^(k / steps), in integers.
bool reaches(std::uint32_t distance, std::uint32_t k, const T5Buckets& settings) {
  const std::uint32_t divisor = std::gcd(k, settings.steps());
  const std::uint32_t steps = settings.steps() / divisor;
  Natural left, right;
  left.multiply_by_power(distance, steps);
  right.multiply_by_power(settings.ones(), steps - k / divisor);
  right.multiply_by_power(settings.max_distance, k / divisor);
  return left >= right;
}

} // namespace

void t5_boundaries(const T5Buckets& settings, std::span<std::uint32_t> boundaries) {
  assert(settings.ones() > 0 && settings.half() <= 4096 && boundaries.size() + 1 == settings.steps());
  assert(settings.ones() < settings.max_distance && settings.max_distance < std::uint32_t{1} << 31);
  constexpr double doubt = 0x1p-42; // the estimate's relative error is below 2^-44
  const double ones = settings.ones();
  const double octaves = log2_1p((settings.max_distance - ones) / ones).get(0);
  for (std::uint32_t k = 1; k < settings.steps(); ++k) {
    const double estimate = ones * exp2(octaves * k / settings.steps()).get(0);
    const double nearest = std::round(estimate);
    std::uint32_t& boundary = boundaries[k - 1];
    boundary = static_cast<std::uint32_t>(std::ceil(estimate));
    if (std::abs(estimate - nearest) > doubt * estimate) continue;
    boundary = static_cast<std::uint32_t>(nearest);
    if (!reaches(boundary, k, settings)) ++boundary;
  }
}

void t5_buckets(const T5Buckets& settings, std::span<const std::uint32_t> boundaries, double first_relative,
                std::span<std::int32_t> out) {
  for (std::size_t n = 0; n < out.size(); ++n) {
    const double relative = first_relative + static_cast<double>(n);
    const double distance = settings.two_sided ? std::abs(relative) : std::max(-relative, 0.0);
    const std::uint32_t first = settings.two_sided && relative > 0 ? settings.half() : 0;
    const auto reached = std::ranges::upper_bound(boundaries, distance) - boundaries.begin();
    const std::uint32_t bucket = distance < settings.ones()
                                     ? static_cast<std::uint32_t>(distance)
                                     : settings.ones() + static_cast<std::uint32_t>(reached);
    out[n] = static_cast<std::int32_t>(first + bucket);
  }
}

} // namespace posenc
