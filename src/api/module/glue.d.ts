/** Emscripten's glue and its binary, made by the build. */
declare module "*/posenc.mjs" {
  const createModule: import("./module.ts").CreateModule<import("./module.ts").LightModule>;
  export default createModule;
}
declare module "*/posenc-full.mjs" {
  const createModule: import("./module.ts").CreateModule<import("./module.ts").WasmModule>;
  export default createModule;
}
declare module "*/posenc-full.wasm" {
  const base64: string;
  export default base64;
}
