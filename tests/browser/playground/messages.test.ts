/** What the playground takes from its sandbox and from a link: functions without a page. */
import { describe, expect, test, vi } from "vitest";
import { readCode, writeCode } from "../../../web/site/playground/code-link.ts";
import { messageOf } from "../../../web/site/playground/messages.ts";

describe("a message of the sandbox", () => {
  const array = { kind: "array", type: "Float32Array", length: 2, label: "", values: new Float32Array(2) };
  const figure = { kind: "figure", figure: "pe-x", attributes: [["title", "a"]] };
  test.each([
    { kind: "ready" },
    { kind: "text", text: "" },
    { kind: "failed", text: "x", line: 3 },
    array,
    { ...array, columns: 1 },
    figure,
    { ...figure, attributes: Array(100).fill(["a", "b"]) },
  ])("%j is one", (message) => {
    expect(messageOf(message)).toBe(message);
  });
  test.each([
    null,
    "text",
    { kind: "__proto__" },
    { kind: "text", text: 1 },
    { kind: "failed", text: "x", line: "3" },
    { ...array, columns: 0 },
    { ...array, columns: 1.5 },
    { ...array, values: [1, 2] },
    { ...array, values: new DataView(new ArrayBuffer(8)) },
    { ...array, values: { length: 2 ** 22 + 1 } },
    { ...figure, attributes: [["title"]] },
    { ...figure, attributes: [["title", 1]] },
    { ...figure, attributes: ["ti"] },
    { ...figure, attributes: Array(101).fill(["a", "b"]) },
  ])("%j is none", (message) => {
    expect(messageOf(message)).toBe(undefined);
  });
  test("has no bigints, and at most 4 million numbers", () => {
    expect(messageOf({ ...array, values: new BigInt64Array(2) })).toBe(undefined);
    expect(messageOf({ ...array, values: new Uint8Array(2 ** 22) })).toBeDefined();
    expect(messageOf({ ...array, values: new Uint8Array(2 ** 22 + 1) })).toBe(undefined);
  });
});

describe("code in a link", () => {
  const code = "const a = `é\\u{1f600}`;\n".repeat(20);
  test("comes back", async () => {
    const fragment = await writeCode(code);
    expect(fragment).toMatch(/^#code=[\w-]+$/);
    expect(await readCode(fragment)).toBe(code);
  });
  test("that is cut, of another kind, or larger than 100 kB is none", async () => {
    const fragment = await writeCode(code);
    const large = await writeCode("a".repeat(100_001));
    for (const text of [
      "",
      "#code",
      "#other=x",
      "#code=%%",
      `#code=${"A".repeat(1e5)}`,
      fragment.slice(0, 30),
      large,
    ])
      expect(await readCode(text)).toBe(undefined);
    expect(await readCode(await writeCode("a".repeat(100_000)))).toHaveLength(100_000);
  });
});

test("a word of a million letters, which a short link can hold, is passed over on the way to the call", async () => {
  vi.stubGlobal("document", { baseURI: "https://example.org/playground/" });
  const files: Readonly<Record<string, unknown>> = {
    "search.json": [["sinusoidal: length", "option", "functions.html#length"]],
    "entries.json": { sinusoidal: ["posenc"] },
  };
  vi.stubGlobal("fetch", async (url: URL) => Response.json(files[url.pathname.split("/").at(-1)!]));
  const { explain, neededEntry } = await import("../../../web/site/playground/names.ts");
  const code = `${"x".repeat(1e6)}; sinusoidal({ length: 4 })`;
  expect(await explain(code, code.indexOf("length"))).toMatchObject({ title: "sinusoidal: length" });
  expect(await explain(code, 5)).toBeUndefined();
  const fault = "pe.sinusoidal is not a function";
  expect(await neededEntry('import { load } from "posenc";', fault)).toBe("");
  expect(await neededEntry('import { atlas } from "posenc/atlas";', fault)).toBe(
    "sinusoidal is in posenc; this code imports posenc/atlas.",
  );
  vi.unstubAllGlobals();
});
