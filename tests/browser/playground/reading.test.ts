import type { Page } from "playwright-core";
import { load } from "posenc/full";
import { describe, expect, test } from "vitest";
import { pagesForTests } from "../harness/pages.ts";
import { asItWasLeft } from "../harness/watched-page.ts";
import { open, run, withPlayground as withPages } from "./playground-page.ts";

/** What the playground says of code: its last value, the numbers of a picture, the entry that a call needs, its names. */

const opened = pagesForTests();
const withPlayground = (use: (page: Page) => Promise<void>) =>
  withPages(opened, use, { renewal: asItWasLeft });

describe("the value of the last line", () => {
  test.each([
    ["1 + 1", ["2"]],
    ["const a = [1, 2]\na // the list", ["[\n  1,\n  2\n]"]],
    ["await Promise.resolve(3);\n", ["3"]],
    ["Promise.resolve(3)", ["a promise: write await before it"]],
    ["({ a: Float32Array.of(0.5) })", ['{\n  "a": "Float32Array(1) [0.5]"\n}']],
    ["show(4)", ["4"]],
    ["const last = 5;", []],
    ["for (const part of [6]) part;", []],
  ])("of %j is shown", async (code, shown) => {
    await withPlayground(async (page) => {
      expect(await run(page, code)).toEqual({ status: "Done.", shown });
    });
  });

  test("leaves lines and faults as they are", async () => {
    await withPlayground(async (page) => {
      expect((await run(page, "1;\n\nnobody")).shown).toEqual([
        expect.stringMatching(/^Line 3: ReferenceError: .*nobody/),
      ]);
      expect((await run(page, "let x = (1;")).shown).toEqual([expect.stringMatching(/^SyntaxError/)]);
    });
  });
});

describe("a picture", () => {
  const code = "show(Float32Array.from({ length: 12 }, (_, at) => at / 10 - 0.5), { columns: 4 });";

  test("has axes, a colour key, and the value under the pointer", async () => {
    await withPlayground(async (page) => {
      await run(page, code);
      const plot = page.locator("#output .plot");
      expect(await plot.locator("svg text").allTextContents()).toEqual(["0", "2", "0", "2"]);
      expect(await page.locator("#output .key").textContent()).toBe("−11");
      const { width, height } = (await plot.locator("canvas").boundingBox())!;
      await plot.locator("canvas").hover({ position: { x: 0.6 * width, y: 0.5 * height }, force: true });
      const value = page.locator("#output .reading");
      expect(await value.textContent()).toBe("row 1, column 2: 0.1");
    });
  });

  test("is read by keys, and has no row that is not full", async () => {
    await withPlayground(async (page) => {
      await run(page, code.replace("length: 12", "length: 14"));
      await page.locator("#output .plot").focus();
      const value = page.locator("#output .reading");
      for (const [key, text] of [
        ["ArrowRight", "row 0, column 0: −0.5"],
        ["ArrowDown", "row 1, column 0: −0.1"],
        ["End", "row 1, column 3: 0.2"],
        ["PageDown", "row 2, column 3: 0.6"],
        ["ArrowDown", "row 2, column 3: 0.6"],
        ["Home", "row 2, column 0: 0.3"],
      ] as const) {
        await page.keyboard.press(key);
        expect(await value.textContent(), key).toBe(text);
      }
    });
  });
});

describe("entries", () => {
  const start = (entry: string) => `import { load } from "${entry}";\nconst pe = await load();\n`;

  test("posenc has what it has outside, to the same bits as posenc/full", async () => {
    const pe = await load();
    const table = pe.sinusoidal({ length: 2, dModel: 4 });
    await withPlayground(async (page) => {
      const call = "String(pe.sinusoidal({ length: 2, dModel: 4 }))";
      for (const entry of ["posenc", "posenc/full"])
        expect((await run(page, start(entry) + call)).shown).toEqual([String(table)]);
      expect((await run(page, `${start("posenc")}Object.keys(pe).includes("rotate")`)).shown).toEqual([
        "false",
      ]);
    });
  });

  test.each([
    [
      "a function of pe",
      `${start("posenc")}pe.rotate(1);`,
      "rotate is in posenc/rotary and in posenc/full; this code imports posenc.",
    ],
    [
      "an export",
      'import { presets } from "posenc";',
      "presets is in posenc/full and in posenc/spec; this code imports posenc.",
    ],
    [
      "an export of another entry",
      'import { diagnose } from "posenc/full";',
      "diagnose is in posenc/diagnose; this code imports posenc/full.",
    ],
  ])("%s of another entry fails as it would outside, and the entry is named", async (_, code, advice) => {
    await withPlayground(async (page) => {
      expect((await run(page, code)).status).toBe("Failed.");
      await expect.poll(() => page.locator("#output > .note").allTextContents()).toEqual([advice]);
    });
  });

  test("an entry that is not here is named, and nothing runs", async () => {
    await withPlayground(async (page) => {
      const { status, shown } = await run(page, 'show(1);\nimport "posenc/define";');
      expect(status).toBe("Failed.");
      expect(shown).toEqual([
        expect.stringMatching(/^"posenc\/define" cannot be imported here\. There are posenc,/),
      ]);
    });
  });

  test.each([
    ["posenc/atlas", "atlas().length > 600", 'import { atlas } from "posenc/atlas";'],
    [
      "posenc/rotary",
      'pe.rotate(Float32Array.of(1, 0), { headDim: 2, pairing: "halves", heads: 1 })[0] === 1',
      start("posenc/rotary"),
    ],
    ["posenc/lab", 'Object.keys(pe).includes("start")', start("posenc/lab")],
    ["a wrong option of load", "0", 'import { load } from "posenc";\nawait load({ relaxed: 3 });'],
  ])("%s", async (name, expression, code) => {
    await withPlayground(async (page) => {
      const { shown } = await run(page, `${code}\n${expression}`);
      if (expression === "0") expect(shown.join(), name).toContain("relaxed must be true or false; got 3");
      else expect(shown, name).toEqual(["true"]);
    });
  });
});

test.each([
  ["pe.rotate", 5, "rotate: function of posenc/rotary and posenc/full", "/reference/rotary.html#rotate"],
  ["pe.sinusoidal({ dModel", 18, "sinusoidal: dModel: field", "/reference/methods.html#method-sinusoidal"],
  ['const preset = "llama-3.1"', 18, "llama-3.1: preset", "/reference/conventions.html#llama-3.1"],
  ['show({ figure: "pe-waves" })', 20, "pe-waves: figure", "/reference/elements.html#figure-waves"],
])("the word under the cursor of %j is explained", async (code, at, text, path) => {
  await withPlayground(async (page) => {
    await open(page, code);
    await page.locator(".cm-content").focus();
    await page.keyboard.press("Home");
    for (let step = 0; step < at; step++) await page.keyboard.press("ArrowRight");
    const word = page.locator("#word");
    await expect.poll(() => word.textContent()).toBe(text);
    const { pathname, hash } = new URL(
      await word.locator("a").evaluate((link) => (link as HTMLAnchorElement).href),
    );
    expect(pathname + hash).toBe(path);
  });
});
