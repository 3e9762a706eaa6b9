/** The check of regular expressions finds those that a file or a link could make run for minutes. */
import { describe, expect, test } from "vitest";
import { checkRegexes, GUARDED, slowIn } from "../../tools/checks/regexes.mjs";

const slow = [
  String.raw`/^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d{1,3})?$/i`, // digits and an x
  String.raw`/<[^>]+>/g`, // many signs without an end
  String.raw`/(^|[{[,])\s*(\/\/|\/\*)/m`, // many line breaks
  String.raw`/(\w+)\(/g`, // a long word
  String.raw`/(a+)+$/`,
  String.raw`/"(?:[^"\\]|\\.)*"/g`, // many quotes behind backslashes, without an end
];
const fast = [
  String.raw`/^[-+]?(\d+(\.\d*)?|\.\d+)(e[-+]?\d{1,3})?$/i`,
  String.raw`/(^|[{[,])[ \t]*(\/\/|\/\*)/m`,
  String.raw`/\b(\w+)\(/g`,
  String.raw`/"(?:[^"\\]|\\.)*"?/g`,
];

describe("regular expressions", () => {
  test.each(slow)("%s is slow", (literal) => {
    const [complaint, ...more] = slowIn("src/x.ts", `const a = 1;\nexport const b = ${literal};\n`);
    expect(complaint).toContain("src/x.ts:2: ");
    expect(more).toEqual([]);
  });
  test.each(fast)("%s is not", (literal) => {
    expect(slowIn("src/x.ts", `export const b = ${literal};\n`)).toEqual([]);
  });
  test("that are made from text are found", () => {
    const made = ["new RegExp(a);", "RegExp(a);", "globalThis.RegExp(a);", 'a.match("b");', "a.search(`b`);"];
    expect(slowIn("src/x.ts", made.join("\n"))).toHaveLength(5);
    expect(slowIn("src/x.ts", "a.match(/b/); a.matchAll(NAME); a.test(b);")).toEqual([]);
  });
  test("with a limit are listed", () => {
    const [key = ""] = Object.keys(GUARDED);
    const [path = "", literal = ""] = key.split(/ (.*)/);
    expect(slowIn(path, `export const b = ${literal};`)).toEqual([]);
    expect(slowIn("src/other.ts", `export const b = ${literal};`)).toHaveLength(1);
  });
  test("of the repository are linear or listed", async () => {
    expect(await checkRegexes()).toEqual([]);
  });
});
