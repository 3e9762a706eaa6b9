/** Which parts and CSS variables a figure has: those that the files it is made of name. */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import ts from "typescript";
import { ROOT } from "../../process.mjs";

const PART = /\bpart: "([\w-]+)"/g;
const VARIABLE = /var\((--pe-[\w-]+)/g;
const EVENT = /new CustomEvent(?:<[^>]*>)?\("([\w-]+)"/g;

/**
 * @param {string} file of a figure's class, from the repository's top
 */
export function namesIn(file) {
  const texts = filesOf(file).map((path) => readFileSync(join(ROOT, path), "utf8"));
  /** @param {RegExp} pattern */
  const all = (pattern) => {
    const found = texts.flatMap((text) => [...text.matchAll(pattern)].map(([, name = ""]) => name));
    return [...new Set(found)].sort();
  };
  return { parts: all(PART), variables: all(VARIABLE), events: all(EVENT) };
}

/**
 * A file and all that it imports to run, directly or not.
 * @param {string} file
 */
function filesOf(file) {
  const found = new Set([file]);
  for (const path of found) {
    const text = readFileSync(join(ROOT, path), "utf8").replaceAll(/^import type [^;]+;/gm, "");
    for (const { fileName } of ts.preProcessFile(text, true, true).importedFiles) {
      const target = join(dirname(path), fileName);
      if (target.startsWith("web/") && existsSync(join(ROOT, target))) found.add(target);
    }
  }
  return [...found];
}
