import { readFileSync } from "node:fs";
import { join } from "node:path";
import { SITE } from "./site.ts";

/** Tags of the figures of the built article, in its order. */
export const articleFigures = (): string[] => {
  const html = readFileSync(join(SITE, "index.html"), "utf8");
  return Array.from(html.matchAll(/<figure class="wide"[^>]*>\s*<(pe-[\w-]+)/g), ([, tag]) => tag as string);
};
