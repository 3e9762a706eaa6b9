#include "kernels/layers/add.hpp"

#include <cassert>

#include "kernels/arithmetic/canonical.hpp"
#include "kernels/arithmetic/lanes.hpp"

namespace posenc {

void add(std::span<const float> a, std::span<const float> b, std::span<float> out) {
  assert(a.size() == out.size() && b.size() == out.size());
  for_lanes(out.size(), [&](std::size_t i, std::size_t n) {
    store_lanes(canonical(load_lanes(&a[i], n) + load_lanes(&b[i], n)), &out[i], n);
  });
}

} // namespace posenc
