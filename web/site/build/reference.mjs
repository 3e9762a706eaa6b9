/** Makes the pages of the reference from the sources, the manifest and the presets. */
import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { ROOT } from "../../../tools/process.mjs";
import { allNames, apiPages, pageHtml } from "./reference/api-page.mjs";
import { conventionsPage } from "./reference/conventions-page.mjs";
import { elementsPage } from "./reference/elements-page.mjs";
import { enginesPage } from "./reference/engines-page.mjs";
import { guidePage } from "./reference/guide-page.mjs";
import { contents, inReference } from "./reference/page.mjs";
import { searchIndex } from "./reference/search-index.mjs";
import { MADE } from "./site-pages.mjs";

/** The text for `<!-- name: part -->`, by name. @type {Record<string, (page: string) => Promise<Record<string, string>>>} */
const PAGES = {
  api: allNames,
  elements: elementsPage,
  engines: enginesPage,
  conventions: conventionsPage,
  guide: guidePage,
  reference: async (page) => ({ contents: contents(page) }),
};

const PLACE = /<!-- (\w+): (\w+) -->/g;
/** For readers to download. */
const NOTEBOOK = "figure.ipynb";
const INDEX = "reference/search.json";
const ENTRIES = "reference/entries.json";

/** The entries that export each function or value, for the playground. @param {import("./reference/api-page.mjs").Page[]} pages */
const entriesOf = (pages) =>
  Object.fromEntries(
    pages.flatMap(({ items }) => items.flatMap(({ name, entries }) => (entries ? [[name, entries]] : []))),
  );

/**
 * A plugin for Vite.
 * @param {string} folder of the site
 * @returns {import("vite").Plugin}
 */
export function reference(folder) {
  /** @type {Promise<import("./reference/api-page.mjs").Page[]> | undefined} */
  let pages;
  const made = () => (pages ??= apiPages());
  const isMade = (/** @type {string} */ id) => MADE.some((path) => id === `${folder}/${path}`);
  return {
    name: "reference",
    resolveId: (id) => (isMade(id) ? id : undefined),
    async load(id) {
      if (!isMade(id)) return undefined;
      const page = (await made()).find(({ topic }) => topic.id === basename(id, ".html"));
      return page && pageHtml(page);
    },
    transformIndexHtml: {
      order: "pre",
      async handler(given, { path }) {
        const html = path.startsWith("/reference/") ? inReference(given, basename(path, ".html")) : given;
        const names = new Set([...html.matchAll(PLACE)].map(([, name = ""]) => name));
        const filled = [...names].map(
          async (name) => /** @type {const} */ ([name, await PAGES[name]?.(basename(path, ".html"))]),
        );
        const parts = new Map(await Promise.all(filled));
        return html.replaceAll(PLACE, (place, name, part) => parts.get(name)?.[part] ?? place);
      },
    },
    async generateBundle() {
      const all = await made();
      const files = { [INDEX]: await searchIndex(all), [ENTRIES]: entriesOf(all) };
      for (const [fileName, content] of Object.entries(files))
        this.emitFile({ type: "asset", fileName, source: JSON.stringify(content) });
      const source = readFileSync(join(ROOT, "web/site/reference/guides", NOTEBOOK), "utf8");
      this.emitFile({ type: "asset", fileName: `reference/${NOTEBOOK}`, source });
    },
  };
}
