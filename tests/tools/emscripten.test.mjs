/** The private parts of Emscripten that src/bindings relies on, in the glue that the build has made. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { ROOT } from "../../tools/process.mjs";
import { minorOf, TESTED, untested } from "../../tools/setup/emscripten.mjs";

const glue = (/** @type {string} */ name) => readFileSync(join(ROOT, "build/wasm/web", name), "utf8");

describe.each(["posenc.mjs", "posenc-full.mjs"])("the glue %s", (name) => {
  test("registers functions by src/bindings/embind.js, and no types", () => {
    const why =
      "Emscripten's own bind.cpp or libembind.js is linked again, and doubles the glue: compare src/bindings/bind.cpp " +
      "and src/bindings/embind.js with those of this Emscripten";
    const registered = Array.from(glue(name).matchAll(/embind_register_(\w+)/g), ([, kind]) => kind);
    expect([...new Set(registered)], why).toEqual(["function"]);
  });

  test("is as small as it was", () => {
    const why = "the glue has grown: look for what this Emscripten adds to it";
    expect(glue(name).length, why).toBeLessThan(4_200);
  });

  test("takes the module that the loader has compiled, and fetches nothing", () => {
    const why =
      "src/bindings/instantiate.js sets two variables of the glue, wasmBinaryFile and instantiateSync, which this " +
      "Emscripten calls otherwise";
    expect(glue(name), why).toMatch(/\bvar wasmBinaryFile\b/);
    expect(glue(name), why).toMatch(/\bfunction instantiateSync\(file, ?info\)/);
    expect(glue(name), why).toContain('wasmBinaryFile="";instantiateSync=(_file,imports)=>');
  });
});

test("a version that was not tested is named, with what to do", () => {
  expect(minorOf("emcc (Emscripten gcc/clang-like replacement) 6.0.5 (1234)")).toBe("6.0");
  expect(untested(`"${TESTED[0]}.99"`)).toBeUndefined();
  expect(untested("99.1.0")).toContain(`is now 99.1, and posenc was tested with ${TESTED.join(", ")}`);
});
