import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { type Entry, searchIn } from "../../../web/site/reference/search/search.ts";
import { SITE } from "../harness/site.ts";

/** The search of the reference finds what people type. */

const read = (path: string) => JSON.parse(readFileSync(path, "utf8"));
const index: Entry[] = read(join(SITE, "reference/search.json"));
const { phrases } = read(fileURLToPath(new URL("search-phrases.json", import.meta.url))) as {
  phrases: [phrase: string, title: string][];
};
const search = searchIn(index);

test("there are 53 phrases, and each names an entry", () => {
  expect(phrases).toHaveLength(53);
  const titles = new Set(index.map(([title]) => title));
  expect(phrases.filter(([, title]) => !titles.has(title))).toEqual([]);
});

test.each(phrases)("%s finds %s among the first three", (phrase, title) => {
  expect(search(phrase, 3).map(([found]) => found)).toContain(title);
});

test("nothing is found for nothing, and for letters that are in no name", () => {
  expect(search("")).toEqual([]);
  expect(search("qqqqzzzz")).toEqual([]);
});

test("a task comes before a function of its name, all words before a half of them, and words such as “of” do not count", () => {
  const titlesFor = (phrase: string, ...few: Entry[]) =>
    searchIn(few)(phrase).map(([title, kind]) => `${title} ${kind}`);
  const named = (kind: string): Entry => ["window", kind, "", "|"];
  expect(titlesFor("window", named("function"), named("task"))).toEqual(["window task", "window function"]);
  const rotate: Entry = ["rotate", "function", "", "|"];
  expect(titlesFor("rotate keys", rotate, ["cache", "type", "", "| rotate keys"])[0]).toBe("cache type");
  expect(titlesFor("rotate of", rotate, ["of course", "guide", "", "|"])).toEqual(["rotate function"]);
});
