/// The C++ sides of the types in slots.ts: what each slot of a call's fields is read as.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "kernels/table/frequencies.hpp"

namespace posenc::bindings {

using Address = std::uintptr_t;

template <class T> struct Slice {
  std::uint32_t address, bytes;

  T* begin() const { return reinterpret_cast<T*>(Address{address}); }
  operator std::span<T>() const { return {begin(), bytes / sizeof(T)}; }
  operator std::span<const T>() const { return {begin(), bytes / sizeof(T)}; }
};

using Floats = Slice<float>;
using Doubles = Slice<double>;
using Integers = Slice<std::int32_t>;
using Indices = Slice<std::uint32_t>;
using Choices = Slice<std::uint8_t>;
using Colours = Slice<std::uint32_t>;
using Bytes = Slice<std::byte>;
using Frequencies = Slice<Frequency>;

struct Number {
  double value;

  operator double() const { return value; }
  operator float() const { return static_cast<float>(value); }
};

struct Count {
  double value;

  operator std::size_t() const { return static_cast<std::size_t>(value); }
  operator std::uint32_t() const { return static_cast<std::uint32_t>(value); }
  operator std::uint64_t() const { return static_cast<std::uint64_t>(value); }
};

struct Integer {
  double value;

  operator std::int32_t() const { return static_cast<std::int32_t>(value); }
  operator std::ptrdiff_t() const { return static_cast<std::ptrdiff_t>(value); }
};

struct Flag {
  double value;

  operator bool() const { return value != 0; }
};

struct Triple {
  Count first, second, third;

  operator std::array<std::size_t, 3>() const { return {first, second, third}; }
};

/// The slots of a call. Traps if their number is wrong, because a missing or an extra field shifts all later ones.
template <class Call> const Call& slots_at(Address address, std::size_t count) {
  if (count * 8 != sizeof(Call)) __builtin_trap();
  return *reinterpret_cast<const Call*>(address);
}

static_assert(sizeof(Slice<float>) == 8 && sizeof(Number) == 8 && sizeof(Triple) == 3 * 8);

} // namespace posenc::bindings
