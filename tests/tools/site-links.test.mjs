/** Every link of the built pages leads to a file that is there, and to a place that is on its page. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const SITE = fileURLToPath(new URL("../../build/site", import.meta.url));
const HOST = "http://site.example";

/** @type {ReadonlyMap<string, string>} texts of pages by their paths on the host */
const pages = new Map(
  readdirSync(SITE, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".html"))
    .map((name) => [`/${name}`, readFileSync(join(SITE, name), "utf8")]),
);

/** @param {string} text of an attribute */
const plain = (text) =>
  text.replace(
    /&(amp|quot|#39|lt|gt);/g,
    (_, name) => ({ amp: "&", quot: '"', "#39": "'", lt: "<", gt: ">" })[name] ?? "",
  );

/** Tags outside of scripts, styles and comments. @param {string} html */
const tagsOf = (html) =>
  html
    .replace(/<!--.*?-->|<(script|style)\b([^>]*)>.*?<\/\1>/gs, "<$1 $2>")
    .matchAll(/<([a-z][\w-]*)((?:\s+[^\s=>"'/]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>"']+))?)*)\s*\/?>/g);

/** The values of some attributes in a page. @param {string} html @param {readonly string[]} names */
function valuesOf(html, names) {
  const found = [];
  for (const [, , attributes = ""] of tagsOf(html))
    for (const [, name = "", double, single, bare] of attributes.matchAll(
      /([^\s=>"'/]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>"']+))/g,
    ))
      if (names.includes(name)) found.push(plain(double ?? single ?? bare ?? ""));
  return found;
}

/** The places of each page that a fragment may name: tags, because a figure's link begins with its own. */
const places = new Map(
  Array.from(pages, ([path, html]) => {
    const tags = Array.from(tagsOf(html), ([, tag = ""]) => tag).filter((tag) => tag.startsWith("pe-"));
    return [path, new Set([...valuesOf(html, ["id", "name"]), ...tags])];
  }),
);

/** Any figure can be shown in the page with one. @param {string} fragment @param {string} path */
function isThere(fragment, path) {
  const [name = ""] = decodeURIComponent(fragment).split("?");
  const isCode = path === "/playground/index.html" && name.startsWith("code=");
  return (
    name === "" || isCode || places.get(path)?.has(name) || (path === "/embed.html" && name.startsWith("pe-"))
  );
}

/** @param {string} path @param {string} html @returns {string[]} a line for each link that leads nowhere */
function deadLinks(path, html) {
  const dead = [];
  for (const value of valuesOf(html, ["href", "src"])) {
    const address = new URL(value, HOST + path);
    if (address.origin !== HOST) continue;
    const file = address.pathname.endsWith("/") ? `${address.pathname}index.html` : address.pathname;
    if (!existsSync(join(SITE, file))) dead.push(`${path}: ${value}: no such file`);
    else if (address.hash !== "" && file.endsWith(".html") && !isThere(address.hash.slice(1), file))
      dead.push(`${path}: ${value}: no such place`);
  }
  return dead;
}

test("a link that leads nowhere is found, and one that stands in a script or a comment is none", () => {
  const dead = [
    `<a href="nowhere.html">a</a>`,
    `<a class=x href='api.html#nowhere'>b</a>`,
    `<img alt="" src=../no.png>`,
  ];
  const fine = `<script>"<a href='no.html'>"</script><!-- <a href="no.html"> --><a href="../embed.html#pe-waves?dModel=8">c</a>`;
  expect(deadLinks("/reference/test.html", dead.join("") + fine)).toHaveLength(dead.length);
});

test("there are pages", () => {
  expect(pages.size).toBeGreaterThan(6);
  expect(valuesOf(pages.get("/index.html") ?? "", ["href"]).length).toBeGreaterThan(20);
});

test.each([...pages.keys()])("%s", (path) => {
  expect(deadLinks(path, pages.get(path) ?? "")).toEqual([]);
});
