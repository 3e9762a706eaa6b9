/** What the figures have and what their comments say that they have is the same: attributes, events, parts, CSS variables. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { readClasses } from "../build/manifest/classes.mjs";
import { ROOT } from "../process.mjs";

/**
 * @typedef {import("../build/reference/elements-page.mjs").Declaration} Declaration
 * @typedef {import("../build/manifest/classes.mjs").Class} Class
 * @typedef {Pick<Declaration, "tagName" | "description" | "attributes" | "events" | "cssParts" | "cssProperties">} Figure
 * @typedef {Pick<Class, "attributes" | "events" | "parts" | "variables">} Said
 */

/**
 * @param {readonly Figure[]} figures of the manifest
 * @param {readonly Said[]} classes what the comments say of each
 * @returns {string[]}
 */
export function manifestComplaints(figures, classes) {
  const silent = figures.flatMap(({ tagName, description, attributes, events, cssParts, cssProperties }) => [
    ...(/^[^`]+```html\n<pe-/.test(description) ? [] : [`<${tagName}>: no description, or no @example`]),
    ...[...attributes, ...events, ...cssParts, ...cssProperties]
      .filter((named) => named.description === "")
      .map(({ name }) => `<${tagName}>: nothing is said of ${name}`),
  ]);
  const unknown = classes.flatMap(({ attributes }, index) => {
    const there = new Set(figures[index]?.attributes.map(({ name }) => name));
    const said = [...attributes.keys()].filter((name) => !there.has(name));
    return said.map((name) => `<${figures[index]?.tagName}>: @attr ${name} is no attribute of it`);
  });
  // Said once, for all figures: each must be true of one of them.
  const there = new Set(
    figures.flatMap(({ events, cssParts, cssProperties }) =>
      [...events, ...cssParts, ...cssProperties].map(({ name }) => name),
    ),
  );
  const said = new Set(
    classes.flatMap(({ events, parts, variables }) =>
      [events, parts, variables].flatMap((map) => [...map.keys()]),
    ),
  );
  return [
    ...silent,
    ...unknown,
    ...[...said]
      .filter((name) => !there.has(name))
      .map((name) => `no figure has ${name}, which a comment names`),
  ];
}

/** @returns {Promise<string[]>} the complaints */
export async function checkManifest() {
  const manifest = JSON.parse(readFileSync(join(ROOT, "dist/custom-elements.json"), "utf8"));
  /** @type {Declaration[]} */
  const figures = manifest.modules[0].declarations;
  const topics = figures.map(({ tagName }) => tagName.replace("pe-", ""));
  return manifestComplaints(figures, readClasses(topics.map((topic) => `web/elements/${topic}/${topic}.ts`)));
}
