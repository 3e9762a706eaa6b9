import { readdirSync } from "node:fs";
import { SITE } from "./site.ts";

/** The paths of all built pages that readers come to: `/`, `/article/`, `/404.html` and so on. */
export const sitePages = (): string[] =>
  readdirSync(SITE, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".html") && path !== "embed.html")
    .map((path) => `/${path.replace(/(^|\/)index\.html$/, "$1")}`)
    .sort();
