/** The texts that the build leaves out of bundles: these, and nothing else. */
import { expect, test } from "vitest";
import { withoutProperties } from "../../tools/build/plugins.mjs";

const names = new Set(["doc", "example"]);

/** @param {string} code */
const evaluate = async (code) =>
  new Function("doc", `return ${await withoutProperties(code, names)}`)("given");

test.each([
  ["{ doc: 'a', kept: 1 }", { kept: 1 }],
  ["{ kept: 1, doc: 'a' }", { kept: 1 }],
  ["{ kept: 1, doc: 'a' , }", { kept: 1 }],
  ["{ doc: 'a' /* why */, example: 'b' }", {}],
  ['{ "kept": [{ doc: `a, b: {c}`, from: 0 }] }', { kept: [{ from: 0 }] }],
  ["{ doc: { doc: 'a', kept: 1 } }", {}],
  ["{ kept: 'doc: a, example: b' }", { kept: "doc: a, example: b" }],
  ["{ docs: 1, kept: { document: 2 } }", { docs: 1, kept: { document: 2 } }],
  ["{ doc }", { doc: "given" }],
  ["((doc) => doc)('an argument')", "an argument"],
])("%s", async (code, value) => {
  expect(await evaluate(`(${code})`)).toEqual(value);
});

test("types keep their members, and code without such properties stays as it is", async () => {
  const code = `interface Rule { readonly doc: string }\nconst say = ({ doc: text }: Rule): string => text; // doc: no\n`;
  expect(await withoutProperties(code, names)).toBe(code);
});
