/** `posenc picture`: figures drawn for the terminal, by the browser of the other tests. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { run } from "../api/harness/terminal.ts";

const folder = mkdtempSync(join(tmpdir(), "posenc-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const draw = async (name: string, ...words: string[]) => {
  const file = join(folder, name);
  return { file, ...(await run(["picture", ...words, "-o", file])) };
};

test("draws attention as an SVG of the width that is asked for, with the words of the attribute", async () => {
  const { code, errors, output, file } = await draw(
    "a.svg",
    '<pe-attention first="dog bites &amp; man">',
    "--width=640",
  );
  expect([code, errors]).toEqual([0, ""]);
  const svg = readFileSync(file, "utf8");
  expect(svg).toMatch(/^<svg [^>]*xmlns=/);
  expect(svg).toContain("bites");
  expect(svg).toContain("&amp;");
  expect(svg).toMatch(/<title>[^<]{20,}<\/title>/);
  expect(svg).not.toContain("aria-hidden");
  expect(output).toBe(`${file}: ${Buffer.byteLength(svg)} bytes\n`);
  const [, width] = /<svg [^>]*width="([\d.]+)/.exec(svg)!;
  expect(Number(width)).toBeGreaterThan(300);
  expect(Number(width)).toBeLessThanOrEqual(640);
});

test("draws a heat map as a PNG", async () => {
  const { code, errors, file } = await draw(
    "b.png",
    "<pe-heatmap d-model='32' positions='0 20'></pe-heatmap>",
  );
  expect([code, errors]).toEqual([0, ""]);
  expect([...readFileSync(file).subarray(1, 4)]).toEqual([..."PNG"].map((letter) => letter.charCodeAt(0)));
});

test.each([
  ['<pe-heatmap d-model="7000000">', /d-model/],
  ['<pe-heatmap colour="red">', /colour/],
  ["<pe-nothing>", /<pe-nothing> is not a figure of posenc/],
])("%s: says what is wrong, and writes no file", async (tag, words) => {
  const { code, errors, file } = await draw("wrong.svg", tag);
  expect(code).toBe(2);
  expect(errors).toMatch(words);
  expect(errors).not.toContain("bug in posenc");
  expect(existsSync(file)).toBe(false);
});

/** The processes that were started with a folder, by Linux's own list. Some end while it is read. */
const processesIn = (path: string) =>
  readdirSync("/proc").filter((id) => {
    if (!/^\d+$/.test(id)) return false;
    try {
      return readFileSync(join("/proc", id, "cmdline"), "utf8").includes(path);
    } catch {
      return false;
    }
  });

test.each([
  ["that is drawn", '<pe-heatmap d-model="8">', 0],
  ["that is refused", '<pe-heatmap colour="red">', 2],
])("after a figure %s, no browser runs and its profile is gone", async (_, tag, wanted) => {
  const own = mkdtempSync(join(folder, "profiles-"));
  const before = process.env.TMPDIR;
  process.env.TMPDIR = own;
  const { code } = await draw("c.svg", tag).finally(() => {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  });
  expect(code).toBe(wanted);
  expect(readdirSync(own)).toEqual([]);
  await expect.poll(() => processesIn(own), { timeout: 60_000 }).toEqual([]); // its helpers end a little later
});
