// Runs first inside Emscripten's module function. The loader in src/api compiles the module itself, so that it can
// say what went wrong and start a fresh instance, synchronously, after a trap; nothing is fetched from here.
wasmBinaryFile = "";
instantiateSync = (_file, imports) => [new WebAssembly.Instance(Module.wasm, imports)];
