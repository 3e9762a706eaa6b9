/** The list of mutations: tests/mutations/<topic>.txt. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Failure, ROOT } from "../process.mjs";

const FOLDER = "tests/mutations";

/**
 * A small break of one line of a source.
 *
 * @typedef {object} Mutation
 * @property {string} file from the repository's top
 * @property {string} breaks what is wrong then, in words
 * @property {string} from a part of one line that the file has once
 * @property {string} to
 * @property {string} at where it stands in the list
 */

/** All mutations, in the order of the files and their lines. @returns {Mutation[]} */
export function readMutations() {
  return readdirSync(join(ROOT, FOLDER))
    .sort()
    .flatMap((name) => parseMutations(`${FOLDER}/${name}`, readFileSync(join(ROOT, FOLDER, name), "utf8")));
}

/**
 * A mutation is three lines: `<file>: <what it breaks>`, `- <part of a line>`, `+ <what it becomes>`. Lines with # and empty ones
 * say nothing.
 * @param {string} path @param {string} text @returns {Mutation[]}
 */
export function parseMutations(path, text) {
  const lines = text.split("\n").map((line, index) => ({ line: line.trim(), at: `${path}:${index + 1}` }));
  const told = lines.filter(({ line }) => line !== "" && !line.startsWith("#"));
  /** @type {Mutation[]} */
  const found = [];
  for (let k = 0; k < told.length; k += 3) {
    const [head, from, to] = told.slice(k, k + 3).map(({ line }) => line);
    const at = told[k]?.at ?? path;
    const [, file, breaks] = /^(\S+): (.+)$/.exec(head ?? "") ?? [];
    if (file === undefined || breaks === undefined || !from?.startsWith("- ") || !to?.startsWith("+ "))
      throw new Failure(`${at}: a mutation is three lines: "<file>: <what it breaks>", "- …", "+ …"`);
    found.push({ file, breaks, from: from.slice(2), to: to.slice(2), at });
  }
  return found;
}

/**
 * The source before and after a mutation.
 * @param {Mutation} mutation
 * @throws {Failure} if the source does not have the line once
 */
export function mutated({ file, from, to, at }) {
  const before = readFileSync(join(ROOT, file), "utf8");
  const times = before.split(from).length - 1;
  if (times !== 1)
    throw new Failure(`${at}: ${file} has "${from}" ${times} times, not once: write the mutation anew`);
  if (from === to) throw new Failure(`${at}: changes nothing`);
  return { before, after: before.replace(from, () => to) };
}
