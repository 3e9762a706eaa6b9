/// Allocates the memory that src/api/module/memory.ts fills and reads.
#include <cstdlib>

#include <emscripten/bind.h>

#include "bindings/slots.hpp"

namespace posenc::bindings {
namespace {

Address allocate(std::size_t bytes) {
  return reinterpret_cast<Address>(std::aligned_alloc(16, bytes));
}

void release(Address address) {
  std::free(reinterpret_cast<void*>(address));
}

} // namespace

EMSCRIPTEN_BINDINGS(memory) {
  using emscripten::function;
  function("allocate", &allocate);
  function("release", &release);
}

} // namespace posenc::bindings
