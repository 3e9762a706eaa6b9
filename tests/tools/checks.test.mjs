/** The repository's own checks find what they are there for, and leave the rest alone. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { VARIABLES } from "../../tools/build/anatomy.mjs";
import { lacksOf } from "../../tools/checks/comments.mjs";
import { breaches, circles, upward } from "../../tools/checks/layers.mjs";
import { questions } from "../../tools/checks/methods.mjs";
import { complaintsAbout, untestedKernels } from "../../tools/checks/style.mjs";

test("a method is asked for by its name in its own file alone", () => {
  const names = new Set(["rope", "none"]);
  for (const line of [
    'if (spec.method === "rope") draw();',
    'const still = "none" != scaling.type;',
    'switch (spec.method) { case "rope": }',
  ]) {
    expect(questions("web/elements/waves.ts", line, names)).toHaveLength(1);
    expect(questions("src/api/rotate/rotary.ts", line, names)).toHaveLength(1);
    for (const own of ["web/methods/rope.ts", "src/api/rotary/scaling/none.ts", "src/api/methods.ts"])
      expect(questions(own, line, names)).toEqual([]);
  }
  for (const line of [
    'if (dash === "none") draw();',
    'word === "rope";',
    "spec.method === other;",
    'const rows = { rope: "rope" };',
  ])
    expect(questions("web/elements/waves.ts", line, names)).toEqual([]);
});

describe("a lower layer names a higher one", () => {
  test.each([
    ["src/kernels/sine.cpp", '#include "reference/sine.hpp"'],
    ["src/kernels/sine.cpp", "#include <emscripten/bind.h>"],
    ["src/kernels/sine.cpp", "#include <wasm_simd128.h>"],
    ["src/reference/sine.cpp", '#include "kernels/sine.hpp"'],
    ["src/reference/sine.cpp", "#include <xsimd/xsimd.hpp>"],
    ["src/bindings/bindings.cpp", '#include "reference/sine.hpp"'],
    ["src/api/rows.ts", 'import { axis } from "../../web/plot/axis.ts";'],
    ["src/api/rows.ts", 'export { LitElement } from "lit";'],
    ["web/plot/axis.ts", 'import type { Posenc } from "../../src/entries/index.ts";'],
    ["web/methods/rope.ts", 'import { html } from "../elements/waves.ts";'],
    ["web/elements/waves.ts", 'import { rows } from "../../src/api/rows.ts";'],
    ["web/elements/waves.ts", 'const late = import("../site/site.ts");'],
    ["web/elements/waves.ts", 'import { scaleLinear } from "d3-scale";'],
    ["web/site/site.ts", 'import { load } from "../../src/entries/index.ts";'],
  ])("%s: %s", (path, line) => {
    expect(breaches(path, `${line}\n`)).toHaveLength(1);
  });

  test.each([
    [
      "src/kernels/sine.cpp",
      '#include "kernels/arithmetic/simd.hpp"\n#include <cmath>\n#include <xsimd/xsimd.hpp>',
    ],
    ["src/kernels/arithmetic/simd.hpp", "#include <wasm_simd128.h>\nauto x = wasm_f32x4_abs(y);"],
    ["src/bindings/bindings.cpp", '#include "kernels/sine.hpp"\n#include <emscripten/bind.h>'],
    ["src/api/module/node-host.ts", 'import { readFile } from "node:fs/promises";'],
    [
      "web/elements/waves.ts",
      'import type { Posenc } from "../../src/entries/index.ts";\nimport { x } from "../plot/axis.ts";',
    ],
    ["web/elements/snippets.ts", "const code = `import { load } from 'elsewhere';`;"],
    ["web/site/site.ts", 'import "posenc/define";'],
    ["tests/kernels/sine_test.cpp", '#include "reference/sine.hpp"'],
  ])("%s may: %s", (path, text) => {
    expect(breaches(path, text)).toEqual([]);
  });

  test("intrinsics and libm's transcendental functions stay out of kernels, but not out of comments", () => {
    expect(breaches("src/kernels/sine.cpp", "auto x = _mm_add_ps(a, b);")).toHaveLength(1);
    expect(breaches("src/kernels/sine.cpp", "double y = std::sin(x);")).toHaveLength(1);
    expect(breaches("src/kernels/sine.cpp", "double y = std::sqrt(x); // not std::sin")).toEqual([]);
    expect(breaches("src/reference/sine.cpp", "long double y = std::sin(x);")).toEqual([]);
  });
});

describe("folders of one layer", () => {
  const floors = { "src/api": ["arguments", "module", "table", "light.ts"] };

  test.each([
    ["src/api/module/engine.ts", 'import { cache } from "../table/schedules.ts";'],
    ["src/api/module/self-test.ts", 'import type { Light } from "../light.ts";'],
    ["src/api/elsewhere/x.ts", ""],
  ])("are in an order: %s %s", (path, line) => {
    expect(upward(path, line, floors)).toHaveLength(1);
  });

  test("may name those below, and themselves", () => {
    const text = 'import { a } from "../module/engine.ts";\nimport { b } from "./rows.ts";';
    expect(upward("src/api/table/schedule.ts", text, floors)).toEqual([]);
  });

  test("import each other in no circle", () => {
    const files = new Map([
      ["src/api/a.ts", 'import { b } from "./b.ts";\nimport { d } from "./d.ts";'],
      ["src/api/b.ts", 'import type { C } from "./c.ts";'],
      ["src/api/c.ts", 'export { a } from "./a.ts";'],
      ["src/api/d.ts", 'import { b } from "./b.ts";'],
    ]);
    expect(circles(files)).toEqual(["src/api/a.ts → src/api/b.ts → src/api/c.ts → src/api/a.ts"]);
    expect(circles(new Map([...files].slice(1)))).toEqual([]);
  });
});

describe("house style", () => {
  const check = (/** @type {string} */ path, /** @type {string} */ text) =>
    complaintsAbout(path, Buffer.from(text));

  test("names that say nothing", () => {
    expect(check("src/api/utils.ts", "")).toHaveLength(1);
    expect(check("tests/test-helpers/x.ts", "")).toHaveLength(1);
    expect(check("src/api/commonly.ts", "")).toEqual([]);
  });

  test("large files, except locks", () => {
    expect(check("tests/fixtures/a.json", "1".repeat(300_000))).toEqual([]);
    expect(check("tests/fixtures/a.json", "1".repeat(300_001))).toHaveLength(1);
    expect(check("tests/bundlers/package-lock.json", "1".repeat(300_001))).toEqual([]);
  });

  test("long files, unless they say why", () => {
    expect(check("src/api/rows.ts", "x\n".repeat(300))).toEqual([]);
    expect(check("src/api/rows.ts", "x\n".repeat(301))).toHaveLength(1);
    expect(check("src/api/rows.ts", `// Long: a table of cases.\n${"x\n".repeat(301)}`)).toEqual([]);
  });

  test("paths and addresses of one machine", () => {
    expect(check("README.md", `see /${"home"}/someone/x`)).toHaveLength(1);
    expect(check("README.md", `at 192.168${".0.7"}`)).toHaveLength(1);
    expect(check("README.md", "http://127.0.0.1/ and 1.2.3, or node:fs/promises and a/tmp/b")).toEqual([]);
  });

  test("binary and oversized files", () => {
    expect(check("web/site/x.bin", "a\0b")).toHaveLength(1);
    expect(check("tests/fixtures/x.json", "1".repeat(300_001))).toHaveLength(1);
  });

  test("a kernel without a test of its stem", () => {
    const files = [
      "src/kernels/sine.cpp",
      "src/kernels/sine_wide.cpp",
      "src/kernels/sines.cpp",
      "tests/kernels/sine_test.cpp",
    ];
    expect(untestedKernels(files)).toEqual(["src/kernels/sines.cpp: no tests/kernels/sines_test.cpp"]);
  });
});

describe("comments of public names", () => {
  /** @param {object} [changes] to a function that lacks nothing */
  const named = (changes = {}) => ({
    name: "sum",
    kind: /** @type {const} */ ("function"),
    code: ["sum(a: number): number"],
    params: [{ name: "a", text: "A number.", members: [] }],
    members: [],
    comment: {
      text: "Adds.",
      returns: "The sum.",
      throws: "TypeError for no number.",
      examples: ["sum(1); // 1"],
    },
    ...changes,
  });
  const { comment, params } = named();

  test("one that says all lacks nothing", () => {
    expect(lacksOf(named())).toEqual([]);
  });

  test.each([
    ["a summary", { comment: { ...comment, text: "" } }],
    ["@param a", { params: params.map((param) => ({ ...param, text: "" })) }],
    ["@returns", { comment: { ...comment, returns: "" } }],
    ["@throws", { comment: { ...comment, throws: "" } }],
    ["@example", { comment: { ...comment, examples: [] } }],
  ])("%s is missed", (lack, changes) => {
    expect(lacksOf(named(changes))).toEqual([lack]);
  });

  test("so is what an option is, and what a field of a type is", () => {
    const silent = {
      ...{ name: "length", type: "number", optional: true, members: [] },
      comment: { ...comment, text: "" },
    };
    expect(lacksOf(named({ params: params.map((param) => ({ ...param, members: [silent] })) }))).toHaveLength(
      1,
    );
    expect(lacksOf(named({ kind: "type", params: [], members: [silent] }))).toHaveLength(1);
  });
});

test("every CSS variable that figures read is documented, and no other", () => {
  const folder = fileURLToPath(new URL("../../web/elements/", import.meta.url));
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) =>
    file.endsWith(".ts"),
  );
  const read = files.flatMap(
    (file) => readFileSync(join(folder, file), "utf8").match(/(?<=var\()--pe-[\w-]+/g) ?? [],
  );
  expect([...new Set(read)].sort()).toEqual(Object.keys(VARIABLES).sort());
});
