import { readFileSync } from "node:fs";

const readme = readFileSync(new URL("../../../README.md", import.meta.url), "utf8");

/** The lines that the README gives for a figure in any page. */
export const readmeTag = /```html\n(.*?)```/s.exec(readme)?.[1] ?? "";
