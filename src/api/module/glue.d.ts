/** Emscripten's glue and its binary, made by the build. */
declare module "*/posenc.mjs" {
  const createModule: import("./calls.ts").CreateModule;
  export default createModule;
}
declare module "*/posenc-attention.mjs" {
  const createModule: import("./calls.ts").CreateModule;
  export default createModule;
}
declare module "*/posenc-rotary.mjs" {
  const createModule: import("./calls.ts").CreateModule;
  export default createModule;
}
declare module "*/posenc-full.mjs" {
  const createModule: import("./calls.ts").CreateModule;
  export default createModule;
}
declare module "*/posenc-lab.mjs" {
  const createModule: import("./calls.ts").CreateModule;
  export default createModule;
}
/** The build compresses it with gzip, and writes it in base64. */
declare module "*/posenc-full.wasm" {
  const compressed: string;
  export default compressed;
}
declare module "*/posenc-lab.wasm" {
  const compressed: string;
  export default compressed;
}
/** The binaries as imports of the program, which the build leaves to other people's bundlers. */
declare module "posenc:*.wasm" {
  const module: WebAssembly.Module;
  export default module;
}
