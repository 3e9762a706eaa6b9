import { describe, expect, test } from "vitest";
import { countTokens, firstTokens, tokens } from "../../../web/elements/words/tokens.ts";

describe("tokens", () => {
  const cases: [text: string, tokens: string[]][] = [
    ["", []],
    [" \t\n ", []],
    ["John likes Jane.", ["John", "likes", "Jane", "."]],
    ["don't a.b 3,5 x", ["don't", "a.b", "3,5", "x"]],
    ["👨‍👩‍👧‍👦 🇫🇷🇩🇪 👍🏽", ["👨‍👩‍👧‍👦", "🇫🇷", "🇩🇪", "👍🏽"]],
    ["שלום עולם", ["שלום", "עולם"]],
    ["cafe\u0301 ok", ["cafe\u0301", "ok"]],
    ["a \ud800 b", ["a", "\ud800", "b"]],
  ];
  test.each(cases)("of %j", (text, expected) => {
    expect([...tokens(text)]).toEqual(expected);
  });

  test("do not depend on the ends of the search windows", () => {
    const words = ["a.b", "x", "don't", "👨‍👩‍👧‍👦", "🇫🇷", "cafe\u0301", "3,5", "internationalisation"];
    for (let shift = 0; shift < 600; shift += 7) {
      const expected = ["s".repeat(shift + 1), ...Array.from({ length: 100 }, () => words).flat()];
      expect([...tokens(expected.join(" "))]).toEqual(expected);
    }
  });

  test("may be a megabyte long, before and after short ones", () => {
    const long = "b".repeat(1_000_000);
    const found = [...tokens(`a ${long} ${"c d ".repeat(2000)}`)];
    expect(found.length).toBe(4002);
    expect(found[1] === long).toBe(true);
  });

  test("are limited to a maximum, and a note says so only if there are more", () => {
    const text = (count: number) => "w ".repeat(count);
    expect(firstTokens(text(64))).toEqual({ words: Array(64).fill("w"), more: false });
    expect(firstTokens(text(65))).toEqual({ words: Array(64).fill("w"), more: true });
  });

  test("are counted without blocking the page, and counting stops when it is no longer needed", async () => {
    const stop = new AbortController();
    expect(await countTokens("one two three ".repeat(100_000), stop.signal)).toBe(300_000);
    const counting = countTokens("one two three ".repeat(100_000), stop.signal);
    stop.abort();
    expect(await counting).toBeUndefined();
  });
});
