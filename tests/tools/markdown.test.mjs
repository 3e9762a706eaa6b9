/** The Markdown twins of pages hold what the pages hold. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, test } from "vitest";
import { ROOT } from "../../tools/process.mjs";

const SITE = join(ROOT, "build/site");
const read = (/** @type {string} */ path) => readFileSync(join(SITE, path), "utf8");
const pages = readdirSync(join(SITE, "reference")).filter((name) => name.endsWith(".html"));

const ENTITIES = /** @type {Record<string, string>} */ ({ amp: "&", lt: "<", gt: ">", quot: '"', nbsp: " " });

/** The text of a page's body, by its tags alone. A power is a number of its own. @param {string} html */
const textOf = (html) =>
  (/<main[^>]*>(.*)<\/main>/s.exec(html)?.[1] ?? "")
    .replaceAll(/<svg[^>]*aria-hidden="true".*?<\/svg>/gs, "") // its words are in a caption
    .replaceAll(/<(script|noscript|button|label|textarea)\b.*?<\/\1>/gs, " ")
    .replaceAll(/<[^>]+>/g, " ")
    .replaceAll(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)))
    .replaceAll(/&(\w+);/g, (whole, name) => ENTITIES[name] ?? whole);

/** How often each number stands in a text. @param {string} text */
function numbersIn(text) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const [number] of text.matchAll(/\d+(\.\d+)?(e[+-]?\d+)?/g))
    counts.set(number, (counts.get(number) ?? 0) + 1);
  return counts;
}

describe("pages of the reference", () => {
  test.each(pages)("the twin of %s holds every number of the page", (page) => {
    const wanted = numbersIn(textOf(read(`reference/${page}`)));
    const twin = read(`reference/${page.replace(".html", ".md")}`);
    // Turndown protects signs that Markdown would read, as in 1\. at the begin of a line.
    const found = numbersIn(twin.replaceAll(/\\([\\`*_{}[\]()#+\-.!|>~])/g, "$1"));
    const missing = [...wanted].filter(([number, count]) => (found.get(number) ?? 0) < count);
    expect(missing).toEqual([]);
    expect(twin).toMatch(/^# \S/);
    const prose = twin.replaceAll(/^```.*?^```/gms, "").replaceAll(/`[^`]*`/g, "");
    expect(prose).not.toMatch(/<\/?(p|div|code|table|td|span)\b/);
  });
});

test("each published model has a twin with its numbers, and its class's recipe", async () => {
  const { atlas, recipe } = await import(pathToFileURL(join(ROOT, "dist/atlas.js")).href);
  const source = readFileSync(join(ROOT, "web/elements/atlas/atlas-models.ts"), "utf8");
  const lines = [...source.matchAll(/^\d{4}-\d{2} \S+ .*$/gm)].map(([line]) => line.split(" "));
  expect(lines.length).toBeGreaterThan(50);
  const list = read("llms.txt");
  for (const [date = "", , , type = "-", bases = "-", context = "-", , , ...name] of lines) {
    const [, file = ""] = list.split(`[${name.join(" ")}](`)[1]?.match(/^([^)]+)/) ?? [];
    const twin = read(file);
    for (const fact of [`# ${name.join(" ")}\n`, date, ...bases.split(","), context])
      if (fact !== "-") expect(twin, `${name.join(" ")}: ${fact}`).toContain(fact);
    const isKnown = atlas().some((/** @type {{ type: string }} */ row) => row.type === type);
    const sentences = isKnown ? recipe(type) : [];
    for (const sentence of sentences) expect(twin).toContain(sentence);
  }
});

test("llms.txt names every entry and every command, and lists files that exist", () => {
  const about = readFileSync(join(ROOT, "llms.txt"), "utf8");
  const { exports, version } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  const entries = Object.keys(exports).map((path) => path.replace(/^\./, "posenc"));
  const named = entries.filter((entry) => /^posenc(\/[a-z]+)?$|embed/.test(entry));
  expect(named.length).toBeGreaterThan(10);
  for (const entry of named) expect(about).toContain(`\`${entry}\``);
  const commands = readFileSync(join(ROOT, "src/terminal/commands.ts"), "utf8");
  for (const [, file] of commands.matchAll(/from "\.\/([\w-]+)\.ts";/g))
    if (file !== "command") expect(about).toMatch(new RegExp(`^- \`${file}[ \`]`, "m"));
  for (const [, file = ""] of read("llms.txt").matchAll(/\]\(([^)]+)\)/g))
    expect(read(file).length).toBeGreaterThan(0);
  expect(readFileSync(join(ROOT, "CITATION.cff"), "utf8")).toContain(`\nversion: ${version}\n`);
});
