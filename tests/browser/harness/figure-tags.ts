import { readFileSync } from "node:fs";
import { join } from "node:path";
import { DIST } from "./site.ts";

/** The tags that embed.js can make figures of, in their order. */
export const figureTags = (): string[] =>
  (readFileSync(join(DIST, "embed.js"), "utf8").match(/pe-[a-z-]+/g) ?? []).sort();
