/// One hash per kernel case, to compare the native build and WebAssembly bit by bit.
///
/// Each kernel adds its cases in tests/kernels/<stem>_fingerprint.cpp:
///
///   FINGERPRINT("sincos_table 64x128") {
///     std::vector<float> out(64 * 128);
///     …
///     hash.add(out);
///   }
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace posenc::fingerprint {

/// FNV-1a over 64 bits, fed with the bytes of the values.
class Hash {
public:
  template <class Range> void add(const Range& values) { add_bytes(std::as_bytes(std::span(values))); }

  std::uint64_t value() const { return state_; }

private:
  void add_bytes(std::span<const std::byte> bytes) {
    for (const std::byte byte : bytes)
      state_ = (state_ ^ std::to_integer<std::uint64_t>(byte)) * 0x100000001b3u;
  }

  std::uint64_t state_ = 0xcbf29ce484222325u;
};

using Run = void (*)(Hash&);

/// Adds a case to the program's list; the name must be unique and is printed beside the hash.
bool add_case(std::string_view name, Run run);

} // namespace posenc::fingerprint

// Sources are compiled as one, so lines may repeat, and a counter numbers the cases.
#define FINGERPRINT_JOIN(a, b) a##b
#define FINGERPRINT_ID(prefix, number) FINGERPRINT_JOIN(prefix, number)
#define FINGERPRINT_CASE(name, number)                                                                       \
  static void FINGERPRINT_ID(run_, number)(posenc::fingerprint::Hash&);                                      \
  [[maybe_unused]] static const bool FINGERPRINT_ID(added_, number) =                                        \
      posenc::fingerprint::add_case(name, FINGERPRINT_ID(run_, number));                                     \
  static void FINGERPRINT_ID(run_, number)([[maybe_unused]] posenc::fingerprint::Hash & hash)
#define FINGERPRINT(name) FINGERPRINT_CASE(name, __COUNTER__)
