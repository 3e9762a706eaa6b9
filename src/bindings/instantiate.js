// Runs first inside Emscripten's module function. The loader in src/api fetches and compiles the module, so that it can say
// what went wrong, and can make a new instance synchronously after a trap.
wasmBinaryFile = "";
instantiateSync = (_file, imports) => [new WebAssembly.Instance(Module.wasm, imports)];
