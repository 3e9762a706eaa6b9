/// What a fuzz target makes its case of: sizes, options and values, taken from bytes one after the other. There is no
/// end: after the last byte come zeros.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <span>
#include <vector>

namespace posenc::fuzz {

class Bytes {
public:
  explicit Bytes(std::span<const std::uint8_t> bytes) : bytes_(bytes) {}

  std::uint64_t bits(int bytes) {
    std::uint64_t value = 0;
    for (int n = 0; n < bytes; ++n) value = value << 8 | byte();
    return value;
  }

  bool flag() { return byte() % 2 != 0; }

  std::size_t count(std::size_t from, std::size_t to) {
    return from + static_cast<std::size_t>(bits(to - from < 256 ? 1 : 8) % (to - from + 1));
  }

  template <class T> T pick(std::initializer_list<T> list) { return list.begin()[byte() % list.size()]; }

  /// In [from, to], in steps of 2^-32 of the way.
  double real(double from, double to) {
    return from + (to - from) * (static_cast<double>(bits(4)) * 0x1p-32);
  }

  /// Any integer up to 2^53 in size, small ones as often as large ones.
  double integer() {
    const double size = static_cast<double>(bits(8) >> (11 + byte() % 53));
    return flag() ? -size : size;
  }

  /// Values for one array. Half of them are tame, in [−4, 4]. The others have special ones in between: zeros, infinities, NaN,
  /// subnormals, the largest, and any bits.
  std::vector<float> floats(std::size_t count) {
    const bool is_tame = flag();
    return floats(count, is_tame ? 0 : 1 + byte() % 64);
  }

  /// No NaN and no infinity, but else as above; sizes up to 2^±30, so that products and sums are finite.
  std::vector<float> finite_floats(std::size_t count) {
    std::vector<float> values = floats(count);
    for (float& x : values) {
      const float size = x < 0 ? -x : x;
      if (!(size < 0x1p30f) || (size > 0 && size < 0x1p-30f)) x = static_cast<float>(x < 0) - 0.5f;
    }
    return values;
  }

private:
  std::uint8_t byte() {
    if (at_ == bytes_.size()) return 0;
    return bytes_[at_++];
  }

  /// From a seed, so that few bytes make a large array. `wild` of 128 values are special.
  std::vector<float> floats(std::size_t count, unsigned wild) {
    std::uint64_t state = bits(4);
    std::vector<float> values(count);
    for (float& value : values) {
      state =
          state * 0x5851f42d4c957f2d + 0x14057b7ef767814f; // Knuth's MMIX generator; its upper bits are used
      const auto word = static_cast<std::uint32_t>(state >> 32);
      const bool is_wild = word % 128 < wild;
      value = is_wild ? special(static_cast<std::uint32_t>(state >> 24))
                      : (static_cast<float>(word >> 8) * 0x1p-24f - 0.5f) * 8;
    }
    return values;
  }

  static float special(std::uint32_t word) {
    using Limits = std::numeric_limits<float>;
    constexpr float values[] = {0.0f,
                                -0.0f,
                                Limits::infinity(),
                                -Limits::infinity(),
                                Limits::max(),
                                -Limits::max(),
                                Limits::denorm_min(),
                                -Limits::denorm_min(),
                                Limits::min(),
                                Limits::quiet_NaN(),
                                1.0f,
                                -1.0f};
    const std::uint32_t which = word >> 8 & 31;
    return which < std::size(values) ? values[which] : std::bit_cast<float>(word * 0x9e3779b9u);
  }

  std::span<const std::uint8_t> bytes_;
  std::size_t at_ = 0;
};

} // namespace posenc::fuzz
