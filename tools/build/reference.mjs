/** Fills the pages of the reference from the sources, the manifest and the presets. */
import { apiPage } from "./reference/api-page.mjs";
import { conventionsPage } from "./reference/conventions-page.mjs";
import { elementsPage } from "./reference/elements-page.mjs";
import { guidePage } from "./reference/guide-page.mjs";

/** The text for `<!-- name: part -->`, by name. @type {Record<string, () => Promise<Record<string, string>>>} */
const PAGES = { api: apiPage, elements: elementsPage, conventions: conventionsPage, guide: guidePage };

const PLACE = /<!-- (\w+): (\w+) -->/g;

/**
 * A plugin for Vite.
 * @returns {import("vite").Plugin}
 */
export function reference() {
  return {
    name: "reference",
    transformIndexHtml: {
      order: "pre",
      async handler(html) {
        const names = new Set([...html.matchAll(PLACE)].map(([, name = ""]) => name));
        const filled = [...names].map(async (name) => /** @type {const} */ ([name, await PAGES[name]?.()]));
        const parts = new Map(await Promise.all(filled));
        return html.replaceAll(PLACE, (place, name, part) => parts.get(name)?.[part] ?? place);
      },
    },
  };
}
