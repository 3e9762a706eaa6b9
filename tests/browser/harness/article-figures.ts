import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ARTICLE, SITE } from "./site.ts";

const figuresIn = (html: string): string[] =>
  Array.from(html.matchAll(/<(pe-[\w-]+) id="([\w-]+)"/g), ([, tag, id]) => `${tag}#${id}`);

const ASIDE = /<details class="aside"[\s\S]*?<\/details>/g;

/** The figures of the built article in its order, as selectors: `pe-waves#waves`. */
export const articleFigures = (): string[] =>
  figuresIn(readFileSync(join(SITE, ARTICLE, "index.html"), "utf8"));

/** Those that are on the page before an aside is opened. */
export const visibleFigures = (): string[] =>
  figuresIn(readFileSync(join(SITE, ARTICLE, "index.html"), "utf8").replaceAll(ASIDE, ""));
