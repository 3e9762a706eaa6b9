/// The types that cross, in place of those of Emscripten's own bind.cpp: its strings, views and big integers would make
/// the glue twice as large. A function whose types are not here fails when the module starts.
#include <limits>

#include <emscripten/bind.h>
#include <emscripten/wire.h>

namespace emscripten::internal {
namespace {

InitFunc* first = nullptr;

template <class T> void register_integer(const char* name) {
  _embind_register_integer(TypeID<T>::get(), name, sizeof(T), std::numeric_limits<T>::min(),
                           std::numeric_limits<T>::max());
}

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
  _embind_register_void(TypeID<void>::get(), "void");
  _embind_register_bool(TypeID<bool>::get(), "bool", true, false);
  register_integer<int>("int");
  register_integer<unsigned int>("unsigned int");
  register_integer<unsigned long>("unsigned long");
  _embind_register_float(TypeID<float>::get(), "float", sizeof(float));
  _embind_register_float(TypeID<double>::get(), "double", sizeof(double));
}
