/// The types that cross, in place of those of Emscripten's own bind.cpp: its strings, views and big integers would make
/// the glue twice as large. A function whose types are not here fails when the module starts.
#include <emscripten/bind.h>
#include <emscripten/wire.h>

namespace emscripten::internal {
namespace {

InitFunc* first = nullptr;

} // namespace

extern "C" {

void _embind_register_bindings(InitFunc* bindings) {
  bindings->next = first;
  first = bindings;
}

void _embind_initialize_bindings() {
  for (const InitFunc* bindings = first; bindings != nullptr; bindings = bindings->next)
    bindings->init_func();
}

/// For messages about types that are not registered, which no function of ours has.
const char* __getTypeName(const std::type_info*) {
  return "";
}

} // extern "C"
} // namespace emscripten::internal

EMSCRIPTEN_BINDINGS(types) {
  using namespace emscripten::internal;
  _embind_register_void(TypeID<void>::get(), "");
  _embind_register_float(TypeID<double>::get(), "", sizeof(double));
  // An address or a number of bytes. Both are below 2^31, so it crosses as it is, like a double; integers would need
  // code of their own in the glue.
  _embind_register_float(TypeID<unsigned long>::get(), "", sizeof(double));
}
