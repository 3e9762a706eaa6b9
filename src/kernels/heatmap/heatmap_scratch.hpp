/// Divides the caller's scratch memory into pieces; without memory it only counts the bytes, so that the same code gives the
/// size of the scratch and the address of each piece.
#pragma once

#include <cassert>
#include <cstddef>
#include <span>

namespace posenc {

class Scratch {
public:
  Scratch() = default;
  explicit Scratch(std::span<std::byte> memory) : memory_(memory) {}

  /// The next `count` values; an empty span when counting.
  template <class T> std::span<T> take(std::size_t count) {
    const std::size_t begin = used_;
    used_ += (count * sizeof(T) + alignment - 1) / alignment * alignment;
    if (memory_.data() == nullptr) return {};
    assert(used_ <= memory_.size());
    return {reinterpret_cast<T*>(memory_.data() + begin), count};
  }

  std::size_t used() const { return used_; }

private:
  static constexpr std::size_t alignment = alignof(double); // the strictest of the types it holds

  std::span<std::byte> memory_;
  std::size_t used_ = 0;
};

} // namespace posenc
