import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { describe, expect, test } from "vitest";

const dist = dirname(createRequire(import.meta.url).resolve("posenc/posenc.wasm"));
const text = (name: string) => readFileSync(join(dist, name), "utf8");

describe.each(["index.js", "index.node.js"])("dist/%s", (name) => {
  test("makes no code from text, and names no host", () => {
    const code = text(name);
    expect(code).not.toMatch(/\beval\s*\(/);
    expect(code).not.toMatch(/\bFunction\s*\(/);
    expect(code).not.toMatch(/https?:\/\/(?!localhost)/);
    expect(code).not.toMatch(/\bimport\s*\(/);
    expect(code).not.toMatch(/^\s*await\b/m);
  });

  test("does nothing when imported: no fetch, no global, no message", () => {
    const url = JSON.stringify(`file://${join(dist, name)}`);
    const script = `
      const before = Reflect.ownKeys(globalThis).length;
      let calls = 0;
      globalThis.fetch = () => { calls++; };
      for (const name of ["compile", "instantiate", "validate"]) WebAssembly[name] = () => { calls++; };
      await import(${url});
      await new Promise((resolve) => setTimeout(resolve, 20));
      console.log(Reflect.ownKeys(globalThis).length - before, calls);
    `;
    expect(run(["--input-type=module", "-e", script])).toBe("0 0\n");
  });

  test("runs where code generation from strings is forbidden", () => {
    const script = `
      const { load } = await import(${JSON.stringify(`file://${join(dist, name)}`)});
      const { readFileSync } = await import("node:fs");
      const pe = await load({ wasm: readFileSync(${JSON.stringify(join(dist, "posenc.wasm"))}) });
      console.log(pe.sinusoidal({ length: 1, dModel: 2 }).join());
    `;
    const flags = ["--disallow-code-generation-from-strings", "--input-type=module", "-e", script];
    expect(run(flags)).toBe("0,1\n");
  });
});

function run(flags: string[]): string {
  return execFileSync(process.execPath, flags, { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
}

test("the browser's entry imports nothing of Node's", () => {
  expect(text("index.js")).not.toContain("node:");
  expect(text("index.js")).toMatch(/new URL\(\W\.\/posenc\.wasm\W,\s*import\.meta\.url\)/);
});

test("import and module together are small, in kB of brotli", () => {
  const size = (name: string) => brotliCompressSync(readFileSync(join(dist, name))).length / 1000;
  expect(size("posenc.wasm")).toBeLessThan(60);
  expect(size("index.js")).toBeLessThan(32);
});
