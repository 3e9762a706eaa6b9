/// Runs the table of bindings when the module starts, in place of Emscripten's own bind.cpp. That one also registers types,
/// strings, views and big integers among them: embind.js needs none.
#include <emscripten/bind.h>

extern "C" void _embind_register_bindings(emscripten::internal::InitFunc* bindings) {
  bindings->init_func();
}
