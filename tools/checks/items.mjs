/**
 * The items that the article has to show: each item of tests/browser/items.json, the chapters and figures that name it in
 * `data-items`, and the browser tests that name it in a title. Kinds: S is shown, V is verified and stated, E corrects a
 * common error, C is computed, and a test of the API is enough.
 */
import { readFileSync } from "node:fs";
import { join, relative } from "node:path";
import ts from "typescript";
import { ROOT } from "../process.mjs";
import { trackedFiles } from "./tracked.mjs";

const LIST = "tests/browser/items.json";
const TABLE = "tests/browser/ITEMS.md";
const ITEM = /\b(?:S\d+\.\d+|E\d+)\b/g;

/** @typedef {{ id: string, kind: string, meaning: string }} Item */
/** @typedef {Map<string, Set<string>>} Places by item */

/** @param {Places} places @param {string} text that names items @param {string} place */
function note(places, text, place) {
  for (const [id] of text.matchAll(ITEM)) places.set(id, (places.get(id) ?? new Set()).add(place));
}

/** @param {string} html of a chapter @param {Places} places */
function readChapter(html, places) {
  const [, chapter = ""] = /<(?:h2|details)\b[^>]* id="([^"]+)"/.exec(html) ?? [];
  for (const [, tag, items = ""] of html.matchAll(/<(\w+)[^>]*? data-items="([^"]+)"/g)) {
    if (tag !== "figure") note(places, items, `#${chapter}`);
  }
  for (const [, items = "", figure = ""] of html.matchAll(
    /<figure class="wide" data-items="([^"]+)">\s*(?:<div class="beside">\s*)?<(pe-[\w-]+)/g,
  )) {
    note(places, items, `${figure} in #${chapter}`);
  }
}

/** @param {string} path of a test @param {Places} places */
function readTest(path, places) {
  const name = relative("tests/browser", path).replace(/\.test\.ts$/, "");
  const source = ts.createSourceFile(path, readFileSync(join(ROOT, path), "utf8"), ts.ScriptTarget.Latest);
  /** @param {ts.Node} node */
  const visit = (node) => {
    if (ts.isCallExpression(node) && /^(test|describe)(Once)?\b/.test(node.expression.getText(source))) {
      const [title] = node.arguments;
      if (title && ts.isStringLiteralLike(title)) note(places, title.text, name);
      // The rows of test.each become parts of titles.
      if (ts.isCallExpression(node.expression)) note(places, node.expression.getText(source), name);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
}

async function collect() {
  /** @type {Item[]} */
  const items = JSON.parse(readFileSync(join(ROOT, LIST), "utf8"));
  const files = await trackedFiles();
  const shown = new Map();
  const tested = new Map();
  for (const path of files) {
    if (/^web\/site\/chapters\/.*\.html$/.test(path))
      readChapter(readFileSync(join(ROOT, path), "utf8"), shown);
    if (/^tests\/browser\/.*\.test\.ts$/.test(path)) readTest(path, tested);
  }
  return { items, shown, tested };
}

/** The text of {@link TABLE}, made from the repository's files. */
export async function itemsTable() {
  const { items, shown, tested } = await collect();
  /** @param {Set<string>} [places] */
  const cell = (places = new Set()) => [...places].sort().join(", ");
  const rows = items.map(({ id, kind, meaning }) => {
    return `| ${id} | ${[...kind].join("/")} | ${meaning} | ${cell(shown.get(id))} | ${cell(tested.get(id))} |`;
  });
  return `${[
    "# What the article shows, and where it is tested",
    "",
    "Made by `npm run items`. Kinds: S shown, V verified and stated, E a common error corrected, C computed.",
    "",
    "| item | kind | what | place | tests in this folder |",
    "| --- | --- | --- | --- | --- |",
    ...rows,
  ].join("\n")}\n`;
}

/** @returns {Promise<string[]>} the complaints */
export async function checkItems() {
  const { items, shown, tested } = await collect();
  const known = new Set(items.map(({ id }) => id));
  const needed = items.filter(({ kind }) => kind !== "C").map(({ id }) => id);
  const written = readFileSync(join(ROOT, TABLE), "utf8");
  return [
    ...needed.filter((id) => !shown.has(id)).map((id) => `${id}: no data-items in the article name it`),
    ...needed.filter((id) => !tested.has(id)).map((id) => `${id}: no title of a browser test names it`),
    ...[...shown.keys(), ...tested.keys()]
      .filter((id) => !known.has(id))
      .map((id) => `${id}: not in ${LIST}`),
    ...(written === (await itemsTable()) ? [] : [`${TABLE}: out of date; run \`npm run items\``]),
  ];
}
