/** Finds entries of the index for what a person types. */

/** Words that people use for it stand before the description, and a bar between them. */
export type Entry = readonly [title: string, kind: string, href: string, words: string];

/** What an answer is worth besides its words: functions come before options of the same name, and all before models. */
const KINDS: Readonly<Record<string, number>> = {
  task: 6,
  function: 5,
  preset: 4,
  figure: 4,
  guide: 4,
  value: 4,
  method: 3,
  field: 2,
  option: 2,
  type: 1,
  model: 2,
};

/** Words that say nothing of what is looked for. */
const EMPTY = new Set([
  "a",
  "an",
  "the",
  "for",
  "of",
  "to",
  "in",
  "my",
  "is",
  "with",
  "and",
  "i",
  "want",
  "am",
]);

/** camelCase and signs divide words, and so does the change from letters to digits in a name like `gemma3`. */
const wordsOf = (text: string): string[] =>
  text
    .replaceAll(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z0-9.]+|(?<=[a-z])(?=\d)/)
    .map((word) => withoutPoints(word))
    .filter((word) => word !== "");

/** The points inside a word belong to it. */
function withoutPoints(word: string): string {
  let [from, to] = [0, word.length];
  while (word[from] === ".") from++;
  while (to > from && word[to - 1] === ".") to--;
  return word.slice(from, to);
}

const plain = (text: string): string => text.toLowerCase().replaceAll(/[^a-z0-9]/g, "");

interface Prepared {
  readonly entry: Entry;
  readonly name: string;
  readonly title: readonly string[];
  readonly aliases: ReadonlySet<string>;
  readonly words: ReadonlySet<string>;
}

/** The two parts of an entry's words. */
export function partsOf([, , , words]: Entry): { aliases: string; description: string } {
  const bar = words.indexOf("|");
  return { aliases: words.slice(0, Math.max(bar, 0)), description: words.slice(bar + 1).trim() };
}

/** @returns a function from a phrase to the entries that answer it, the best first */
export function searchIn(index: readonly Entry[]): (phrase: string, most?: number) => Entry[] {
  const all: Prepared[] = index.map((entry) => ({
    entry,
    name: plain(entry[0]),
    title: wordsOf(entry[0]),
    aliases: new Set(wordsOf(partsOf(entry).aliases)),
    words: new Set(wordsOf(partsOf(entry).description)),
  }));
  return (phrase, most = 8) => {
    const asked = wordsOf(phrase);
    const said = asked.filter((word) => !EMPTY.has(word));
    const wanted = said.length > 0 ? said : asked;
    if (wanted.length === 0) return [];
    return all
      .map((prepared) => ({ prepared, score: scoreOf(prepared, wanted, plain(phrase)) }))
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score || a.prepared.name.length - b.prepared.name.length)
      .slice(0, most)
      .map(({ prepared }) => prepared.entry);
  };
}

function scoreOf(prepared: Prepared, wanted: readonly string[], whole: string): number {
  const { entry, name, title } = prepared;
  const values = wanted.map((word) => worthOf(word, prepared));
  const found = values.filter((value) => value > 0).length;
  const isNamed = name === whole;
  if (found === 0 && !isNamed && !isNear(name, whole)) return 0;
  const share = found / wanted.length;
  const sum = values.reduce((total, value) => total + value, 0) / wanted.length;
  const near = isNamed ? 60 : found === 0 ? 25 : 0;
  const extra = Math.max(0, title.length - wanted.length); // a longer name says more than was asked
  return share * share * (sum + (KINDS[entry[1]] ?? 0)) + near - extra;
}

function worthOf(word: string, { title, aliases, words }: Prepared): number {
  if (title.length === 1 && title.includes(word)) return 30;
  if (aliases.has(word)) return 27;
  if (title.includes(word)) return 24;
  if (words.has(word)) return 18;
  if (word.length > 2 && title.some((part) => part.startsWith(word))) return 16;
  if (word.length > 2 && [...words].some((part) => part.startsWith(word))) return 10;
  return [...title, ...aliases].some((part) => isNear(part, word)) ? 12 : 0;
}

/** Whether two words of some length differ by one letter more, less or other. */
function isNear(a: string, b: string): boolean {
  if (Math.min(a.length, b.length) < 5 || Math.abs(a.length - b.length) > 1 || a === b) return false;
  let at = 0;
  while (at < a.length && a[at] === b[at]) at++;
  const [restA, restB] = [a.slice(at), b.slice(at)];
  return restA.slice(1) === restB || restA === restB.slice(1) || restA.slice(1) === restB.slice(1);
}
