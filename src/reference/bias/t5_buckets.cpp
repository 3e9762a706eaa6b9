#include "reference/bias/t5_buckets.hpp"

#include "reference/arithmetic/wide.hpp"

namespace posenc::reference {

int t5_bucket(double relative, int buckets, int max_distance, bool two_sided) {
  if (two_sided) {
    const int half = buckets / 2;
    const double backwards = relative < 0 ? relative : -relative;
    return (relative > 0 ? half : 0) + t5_bucket(backwards, half, max_distance, false);
  }
  const double distance = relative < 0 ? -relative : 0;
  const int ones = buckets / 2;
  if (distance < ones) return static_cast<int>(distance);
  const Wide share = logarithm(Wide(distance) / Wide(ones)) / logarithm(Wide(max_distance) / Wide(ones)) *
                     Wide(buckets - ones);
  const int step = static_cast<int>(share + Wide(0x1p-80));
  return step < buckets - ones ? ones + step : buckets - 1;
}

} // namespace posenc::reference
