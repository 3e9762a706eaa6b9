/// Inverted dropout: each entry is kept with probability 1 − p and multiplied by 1 / (1 − p), or replaced by +0.
///
/// Whether an entry is kept depends on the seed, its row and its column only, not on the blocks of rows that are made
/// at a time: column c takes word ⌊c / 4⌋ mod 4 of the counter {dropout, 4 ⌊c / 16⌋ + c mod 4, row}, so that
/// four neighbours take one word each of four counters.
///
/// Units     probability from 0 to below 1, rounded up to a multiple of 2^-32, at most 1 − 2^-32
/// Source    Srivastava et al. 2014, Dropout, section 4; scaled while training ("inverted"), as the frameworks do
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "kernels/arithmetic/philox.hpp"
#include "kernels/arithmetic/simd.hpp"

namespace posenc {

struct Dropout {
  double probability;
  std::uint32_t seed;
  std::uint64_t first_row; // number of the first row of the block
};

/// The rule of a dropout, applied row by row.
class KeptEntries {
public:
  explicit KeptEntries(const Dropout& dropout)
      : least_kept_(least_kept(dropout.probability)), seed_(dropout.seed), first_row_(dropout.first_row) {}

  /// The values of columns 4 · group … 4 · group + 3 of a row if they are kept, else +0. Groups of a row come in order.
  simd::f32x4 of(simd::f32x4 values, std::size_t row, std::size_t group) {
    if (group % words_.size() == 0) words_ = words(first_row_ + row, static_cast<std::uint32_t>(group));
    const auto kept = words_[group % words_.size()] >= simd::u32x4(least_kept_);
    return xsimd::select(xsimd::batch_bool_cast<float>(kept), values, simd::f32x4(0));
  }

private:
  using Words = PhiloxCounter<simd::u32x4>;

  Words words(std::uint64_t row, std::uint32_t number) const {
    const simd::u32x4 stream(static_cast<std::uint32_t>(RandomStream::dropout));
    return philox<simd::u32x4>({stream,
                                {number, number + 1, number + 2, number + 3},
                                simd::u32x4(static_cast<std::uint32_t>(row)),
                                simd::u32x4(static_cast<std::uint32_t>(row >> 32))},
                               {seed_, 0});
  }

  static std::uint32_t least_kept(double probability) {
    const double words = std::ceil(probability * 0x1p32);
    return words < 0x1p32 ? static_cast<std::uint32_t>(words) : 0xffffffff;
  }

  std::uint32_t least_kept_, seed_;
  std::uint64_t first_row_;
  Words words_{};
};

} // namespace posenc
