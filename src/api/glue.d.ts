/** Emscripten's glue, made by the build. */
declare module "*/posenc.mjs" {
  const createModule: import("./module.ts").CreateModule;
  export default createModule;
}
