#include <cstddef>

#include "questions.hpp"
#include "reference/bias/alibi.hpp"
#include "reference/bias/t5_buckets.hpp"

namespace posenc::vectors {

using reference::Wide;

Questions alibi(Fields&) {
  const auto bias = [](const Numbers& of) {
    return reference::alibi(static_cast<std::size_t>(of[1]), static_cast<std::size_t>(of[0]), of[2]);
  };
  return {{"bias", bias}};
}

Questions t5(Fields& spec) {
  const int buckets = static_cast<int>(spec.number("buckets"));
  const int farthest = static_cast<int>(spec.number("maxDistance"));
  const bool is_two_sided = spec.flag("bidirectional");
  const auto bucket = [=](const Numbers& of) {
    return Wide(reference::t5_bucket(of[0], buckets, farthest, is_two_sided));
  };
  return {{"bucket", bucket}};
}

} // namespace posenc::vectors
