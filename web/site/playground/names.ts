import type { Entry as Row } from "../reference/search/search.ts";
import { importsOf } from "./entries.ts";

/** What the reference knows of the words of some code. Its index is loaded when a reader first needs it. */

export interface Explained {
  readonly title: string;
  /** Function, option, preset, figure and so on, with the entry that exports it. */
  readonly kind: string;
  readonly href: string;
}

interface Names {
  readonly rows: ReadonlyMap<string, Row>;
  /** The entries that export a function or a value. */
  readonly entries: Readonly<Record<string, readonly string[]>>;
}

/** A longer word is not a name of the reference, and would be looked up once for each call before it. */
const LONGEST = 100;

const REFERENCE = new URL("../reference/", document.baseURI);

let names: Promise<Names> | undefined;

function loadNames(): Promise<Names> {
  names ??= Promise.all([json("search.json"), json("entries.json")]).then(([rows, entries]) => ({
    rows: new Map([...(rows as Row[])].reverse().map((row) => [row[0], row])), // of equal names the first is meant
    entries: entries as Names["entries"],
  }));
  names.catch(() => {
    names = undefined; // the network may be back
  });
  return names;
}

async function json(path: string): Promise<unknown> {
  const response = await fetch(new URL(path, REFERENCE));
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return response.json();
}

/** The word at a place of some code, or a name in quotes there, such as `pe-waves`; then the option of a call before it. */
export async function explain(code: string, at: number): Promise<Explained | undefined> {
  const word = around(code, at, /[\w$]/);
  if (word === "" || word.length > LONGEST) return undefined;
  const { rows, entries } = await loadNames();
  const whole = around(code, at, /[\w.-]/);
  const calls = [...code.slice(0, at).matchAll(/\b(\w+)\(/g)].map(([, name]) => name).reverse();
  const row = [whole, word, ...calls.map((name) => `${name}: ${word}`)]
    .map((name) => rows.get(name))
    .find(Boolean);
  if (row === undefined) return undefined;
  const [title, kind, href] = row;
  const from = Object.hasOwn(entries, title) ? entries[title] : undefined;
  return {
    title,
    kind: from === undefined ? kind : `${kind} of ${from.join(" and ")}`,
    href: new URL(href, REFERENCE).href,
  };
}

function around(code: string, at: number, part: RegExp): string {
  let [start, end] = [at, at];
  while (start > 0 && part.test(code[start - 1] as string)) start--;
  while (end < code.length && part.test(code[end] as string)) end++;
  return code.slice(start, end);
}

/** How engines say that an import or a function is missing. */
const MISSING = [
  /does not provide an export named '(\w+)'/,
  /doesn't provide an export named: '(\w+)'/,
  /import not found: (\w+)/i,
  /binding name '(\w+)'/,
  /\.(\w+) is not a function/,
];

/** A sentence on the entry that a failed call needs, if the code imports another one; empty if that is not the reason. */
export async function neededEntry(code: string, fault: string): Promise<string> {
  const name = MISSING.map((pattern) => pattern.exec(fault)?.[1]).find(Boolean);
  if (name === undefined) return "";
  const { entries } = await loadNames();
  const from = Object.hasOwn(entries, name) ? (entries[name] ?? []) : [];
  const imported: readonly string[] = importsOf(code).known;
  const isThere = imported.some((entry) => from.includes(entry === "posenc/inline" ? "posenc/full" : entry));
  if (from.length === 0 || imported.length === 0 || isThere) return "";
  return `${name} is in ${from.join(" and in ")}; this code imports ${imported.join(" and ")}.`;
}
