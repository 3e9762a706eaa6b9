/** The lists of mutations: tests/mutations/<topic>.txt for C++, tests/mutations/typescript/<topic>.txt for TypeScript. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Failure, ROOT } from "../../tools/process.mjs";
import { placesOf } from "./declarations.mjs";

const FOLDER = "tests/mutations";

/**
 * A small break of one line of a source.
 *
 * @typedef {object} Mutation
 * @property {string} place the file, from the repository's top; in TypeScript the name of the declaration that has the line
 * @property {string} breaks what is wrong then, in words
 * @property {string} from a part of one line that the place has once
 * @property {string} to
 * @property {string} at where it stands in the list
 * @property {string[]} tests in TypeScript: the files of tests that must catch it
 * @property {boolean} inPages whether these tests look at pages in a browser
 */

/** All mutations, in the order of the files and their lines. @returns {Mutation[]} */
export function readMutations() {
  return readdirSync(join(ROOT, FOLDER), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".txt"))
    .sort()
    .flatMap((name) => parseMutations(`${FOLDER}/${name}`, readFileSync(join(ROOT, FOLDER, name), "utf8")));
}

/**
 * A mutation is three lines: `<place>: <what it breaks>`, `- <part of a line>`, `+ <what it becomes>`. A line `tests: <file>…`, or
 * `pages: <file>…` for tests of pages in a browser, says which must catch those below it. Lines with # and empty ones say nothing.
 * @param {string} path @param {string} text @returns {Mutation[]}
 */
export function parseMutations(path, text) {
  const lines = text.split("\n").map((line, index) => ({ line: line.trim(), at: `${path}:${index + 1}` }));
  const told = lines.filter(({ line }) => line !== "" && !line.startsWith("#"));
  /** @type {Mutation[]} */
  const found = [];
  /** @type {string[]} */
  let tests = [];
  let inPages = false;
  for (let k = 0; k < told.length; ) {
    const [head, from, to] = told.slice(k, k + 3).map(({ line }) => line);
    if (head?.startsWith("tests: ") || head?.startsWith("pages: ")) {
      tests = head.split(" ").slice(1);
      inPages = head.startsWith("pages: ");
      k++;
      continue;
    }
    const at = told[k]?.at ?? path;
    const [, place, breaks] = /^(\S+): (.+)$/.exec(head ?? "") ?? [];
    if (place === undefined || breaks === undefined || !from?.startsWith("- ") || !to?.startsWith("+ "))
      throw new Failure(`${at}: a mutation is three lines: "<place>: <what it breaks>", "- …", "+ …"`);
    found.push({ place, breaks, from: from.slice(2), to: to.slice(2), at, tests, inPages });
    k += 3;
  }
  return found;
}

/**
 * The source before and after a mutation.
 * @param {Mutation} mutation
 * @returns {{ file: string, start: number, before: string, after: string }}
 * @throws {Failure} if the sources do not have the line once
 */
export function mutated({ place, from, to, at }) {
  const places = /[./]/.test(place) ? placesIn(place, from) : placesOf(place, from);
  const [first] = places;
  if (first === undefined || places.length > 1)
    throw new Failure(
      `${at}: ${place} has "${from}" ${places.length} times, not once: write the mutation anew`,
    );
  if (from === to) throw new Failure(`${at}: changes nothing`);
  const before = readFileSync(join(ROOT, first.file), "utf8");
  const after = before.slice(0, first.start) + to + before.slice(first.start + from.length);
  return { ...first, before, after };
}

/** @param {string} file @param {string} from */
function placesIn(file, from) {
  const parts = readFileSync(join(ROOT, file), "utf8").split(from);
  let start = 0;
  return parts.slice(0, -1).map((part, n) => {
    start += part.length + (n > 0 ? from.length : 0);
    return { file, start };
  });
}
