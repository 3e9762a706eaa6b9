/// Runs the table of bindings when the module starts, instead of Emscripten's own bind.cpp, which also registers types,
/// strings, views and big integers among them: embind.js needs none.
#include <emscripten/bind.h>

extern "C" void _embind_register_bindings(emscripten::internal::InitFunc* bindings) {
  bindings->init_func();
}
