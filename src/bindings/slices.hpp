/// How arrays and structs cross from JavaScript: as a list of slices of memory, in the order of the names that each
/// function gives them. src/api/module/memory.ts writes the list and owns the memory; structs are laid out as the kernels
/// declare them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace posenc::bindings {

using Address = std::uintptr_t;

struct Slice {
  std::uint32_t address, bytes;

  template <class T> operator std::span<T>() const {
    return {reinterpret_cast<T*>(Address{address}), bytes / sizeof(T)};
  }
  template <class T> T& as() const { return *reinterpret_cast<T*>(Address{address}); }
};

template <std::size_t N> using Slices = std::array<Slice, N>;

template <std::size_t N> const Slices<N>& slices(Address list) {
  return *reinterpret_cast<const Slices<N>*>(list);
}

} // namespace posenc::bindings
