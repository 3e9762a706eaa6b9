/** The repository's own checks find what they are there for, and leave the rest alone. */
import { describe, expect, test } from "vitest";
import { lacksOf } from "../../tools/checks/comments.mjs";
import { breaches } from "../../tools/checks/layers.mjs";
import { manifestComplaints } from "../../tools/checks/manifest.mjs";
import { complaintsAbout, untestedKernels } from "../../tools/checks/style.mjs";

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
    ["web/plot/axis.ts", 'import type { Posenc } from "../../src/api/index.ts";'],
    ["web/elements/waves.ts", 'import { rows } from "../../src/api/rows.ts";'],
    ["web/elements/waves.ts", 'const late = import("../site/site.ts");'],
    ["web/site/site.ts", 'import { load } from "../../src/api/index.ts";'],
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
    ["src/api/index.node.ts", 'import { readFile } from "node:fs/promises";'],
    [
      "web/elements/waves.ts",
      'import type { Posenc } from "../../src/api/index.ts";\nimport { x } from "../plot/axis.ts";',
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

describe("house style", () => {
  const check = (/** @type {string} */ path, /** @type {string} */ text) =>
    complaintsAbout(path, Buffer.from(text));

  test("names that say nothing", () => {
    expect(check("src/api/utils.ts", "")).toHaveLength(1);
    expect(check("tests/test-helpers/x.ts", "")).toHaveLength(1);
    expect(check("src/api/commonly.ts", "")).toEqual([]);
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
    params: [{ name: "a", members: [] }],
    members: [],
    comment: {
      text: "Adds.",
      params: [{ name: "a", text: "A number." }],
      returns: "The sum.",
      throws: "TypeError for no number.",
      examples: ["sum(1); // 1"],
    },
    ...changes,
  });
  const { comment } = named();

  test("one that says all lacks nothing", () => {
    expect(lacksOf(named())).toEqual([]);
  });

  test.each([
    ["a summary", { ...comment, text: "" }],
    ["@param a", { ...comment, params: [{ name: "a", text: "" }] }],
    ["@param a", { ...comment, params: [{ name: "b", text: "Another." }] }],
    ["@returns", { ...comment, returns: "" }],
    ["@throws", { ...comment, throws: "" }],
    ["@example", { ...comment, examples: [] }],
  ])("%s is missed", (lack, changed) => {
    expect(lacksOf(named({ comment: changed }))).toEqual([lack]);
  });

  test("so is what an option is, and what a field of a type is", () => {
    const silent = { name: "length", type: "number", optional: true, comment: { ...comment, text: "" } };
    expect(lacksOf(named({ params: [{ name: "a", members: [silent] }] }))).toHaveLength(1);
    expect(lacksOf(named({ kind: "type", params: [], members: [silent] }))).toHaveLength(1);
  });
});

describe("manifest of the figures", () => {
  const said = (/** @type {string[]} */ ...names) => new Map(names.map((name) => [name, "It."]));
  const none = { attributes: said(), events: said(), parts: said(), variables: said() };
  const figure = {
    tagName: "pe-sum",
    description: "Sums.\n\n```html\n<pe-sum></pe-sum>\n```",
    attributes: [],
    events: [],
    cssParts: [],
    cssProperties: [],
  };
  const named = { name: "plot", description: "" };

  test("what is there and not said", () => {
    expect(manifestComplaints([{ ...figure, cssParts: [named] }], [none])).toHaveLength(1);
    expect(manifestComplaints([{ ...figure, events: [named] }], [none])).toHaveLength(1);
    expect(manifestComplaints([{ ...figure, description: "Sums." }], [none])).toHaveLength(1);
  });

  test("what is said and not there", () => {
    expect(manifestComplaints([figure], [{ ...none, parts: said("plot") }])).toHaveLength(1);
    expect(manifestComplaints([figure], [{ ...none, attributes: said("base") }])).toHaveLength(1);
  });

  test("nothing else", () => {
    const described = { ...figure, cssParts: [{ name: "plot", description: "It." }] };
    expect(manifestComplaints([described], [{ ...none, parts: said("plot") }])).toEqual([]);
  });
});
