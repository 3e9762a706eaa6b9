/** Facts of executed models as files of lines, each below the size that the repository allows. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../../../tools/process.mjs";

const FIXTURES = join(ROOT, "tests/fixtures/executed");
const MOST_BYTES = 290_000;

/** @typedef {{ name: string, config?: object, fields?: object, facts?: any, error?: string }} Line */

/** @param {string} file @returns {any[]} */
export const linesOf = (file) =>
  existsSync(file)
    ? readFileSync(file, "utf8")
        .split("\n")
        .filter((line) => line !== "")
        .map((line) => JSON.parse(line))
    : [];

/** What a measurement says, without what changes from run to run. @param {any} measured */
export function factsIn({ name, seconds, ...facts }) {
  return facts;
}

/**
 * Parts with the same facts as a type by itself are named after it.
 * @param {any} facts @param {ReadonlyMap<string, string>} known the text of each type's facts
 * @returns {any}
 */
export function withoutRepeats(facts, known) {
  if (!facts.parts) return facts;
  const parts = Object.entries(facts.parts).map(([name, part]) => {
    const same = known.get(part.type) === JSON.stringify(part);
    return [name, same ? { as: part.type } : withoutRepeats(part, known)];
  });
  return { ...facts, parts: Object.fromEntries(parts) };
}

/**
 * Fields of a part that has a type of its own are left out where they are those of the type.
 * @param {any} fields @param {ReadonlyMap<string, any>} types the fields of each type
 * @returns {any}
 */
export function withoutDefaults(fields, types) {
  const short = (/** @type {[string, any]} */ [name, value]) => {
    const own = value && typeof value === "object" ? types.get(value.model_type) : undefined;
    if (own === undefined) return [name, value];
    const differing = Object.entries(value).filter(
      ([field, of]) => field === "model_type" || JSON.stringify(of) !== JSON.stringify(own[field]),
    );
    const left = Object.keys(own).filter((field) => !(field in value));
    return [
      name,
      { ...withoutDefaults(Object.fromEntries(differing), types), ...(left.length > 0 ? { "-": left } : {}) },
    ];
  };
  return Object.fromEntries(Object.entries(fields).map(short));
}

/**
 * Writes lines to `<name>-1.jsonl`, `<name>-2.jsonl` …, and says which differ from those that were there.
 * @param {string} name @param {object} about the first line of each file @param {readonly Line[]} lines
 */
export function writeLines(name, about, lines) {
  mkdirSync(FIXTURES, { recursive: true });
  const old = readdirSync(FIXTURES).filter((file) => file.replace(/-\d+\.jsonl$/, "") === name);
  const before = new Map(
    old.flatMap((file) => linesOf(join(FIXTURES, file))).map((line) => [line.name, JSON.stringify(line)]),
  );
  for (const file of old) rmSync(join(FIXTURES, file));
  const head = `${JSON.stringify(about)}\n`;
  let text = head;
  let number = 1;
  for (const line of lines.map((line) => `${JSON.stringify(line)}\n`)) {
    if (Buffer.byteLength(text + line) > MOST_BYTES) {
      writeFileSync(join(FIXTURES, `${name}-${number++}.jsonl`), text);
      text = head;
    }
    text += line;
  }
  writeFileSync(join(FIXTURES, `${name}-${number}.jsonl`), text);
  const changed = lines.filter(
    (line) => before.has(line.name) && before.get(line.name) !== JSON.stringify(line),
  );
  const added = lines.filter((line) => !before.has(line.name));
  console.log(`${name}: ${lines.length} lines, ${changed.length} changed, ${added.length} new`);
  for (const line of changed) console.log(`  changed: ${line.name}`);
}
