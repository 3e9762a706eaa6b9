import { readFileSync } from "node:fs";
import { join } from "node:path";
import { SITE } from "./site.ts";

/** The figures of the built article in its order, as selectors: `pe-waves#waves`. */
export const articleFigures = (): string[] => {
  const html = readFileSync(join(SITE, "index.html"), "utf8");
  return Array.from(html.matchAll(/<(pe-[\w-]+) id="([\w-]+)"/g), ([, tag, id]) => `${tag}#${id}`);
};
