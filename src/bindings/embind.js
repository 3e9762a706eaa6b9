// Registers the functions of the module, instead of Emscripten's own libembind.js. Their arguments and results are numbers
// that cross as they are: no types have to be known, and a call takes a fraction of the time.
addToLibrary({
  _embind_register_function__deps: ["$AsciiToString", "$wasmTable"],
  _embind_register_function: (name, _count, _types, _signature, invoker, call) => {
    const invoke = wasmTable.get(invoker);
    Module[AsciiToString(name)] = (first, second) => invoke(call, first, second);
  },
});
