/** Guesses which name a caller meant: from another program's word for it, or from nearly the same letters. */

/** For each of our names: endings of other programs' names for it, as {@link plain} writes them. */
const words: Record<string, string> = {
  base: "theta period",
  length: "len ctx",
  maxLength: "embeddings len",
  heads: "nhead",
  kvHeads: "valueheads",
  headDim: "dhead size dim",
  dModel: "dim size embd width",
  rotaryDim: "factor",
  start: "offset",
  offset: "start pastlength",
  positions: "ids",
  softcap: "capping",
  scaling: "parameters",
  originalLength: "embeddings",
  precision: "dtype",
  interleaved: "gptj",
  halves: "neox half",
  none: "default",
  longrope: "su",
};

/** A message lists at most this many allowed names. */
const mostListed = 8;

/** The allowed names for a message, or their number. */
export const allowed = (names: readonly string[]) =>
  names.length > mostListed ? `one of ${names.length} names` : names.map((name) => `"${name}"`).join(" or ");

/** The end of an error's sentence: `; did you mean "dModel"?`, or nothing. */
export function hint(given: string, names: readonly string[], most = 1): string {
  const meant = meantBy(given, names, most).map((name) => `"${name}"`);
  if (meant.length === 0) return "";
  return `; did you mean ${meant.join(", ").replace(/, (?=[^,]*$)/, " or ")}?`;
}

const longest = 40;

/** A name in lower case, without separators and without prefixes for numbers and flags (`num`, `n_`, `is_`). */
const plain = (word: string) =>
  word
    .slice(0, longest)
    .toLowerCase()
    .replace(/^(num|n_|is_)|[-_. ]/g, "");

/** Our name for another program's word; otherwise up to `most` names with nearly the same letters, the nearest first. */
function meantBy(given: string, names: readonly string[], most: number): string[] {
  const word = plain(given);
  const distances = new Map(names.map((name) => [name, distanceOf(word, plain(name))]));
  const off = (name: string) => distances.get(name)!;
  const near = names
    .filter((name) => off(name) <= Math.max(word.length, name.length) / 3)
    .sort((a, b) => off(a) - off(b));
  if (near[0] !== undefined && off(near[0]) === 0) return near.slice(0, 1);
  const strange = names.find((name) => words[name]?.split(" ").some((end) => word.endsWith(end)));
  const longer = strange ?? names.find((name) => name.length > 3 && word.endsWith(plain(name)));
  return longer === undefined ? near.slice(0, most) : [longer];
}

/** Levenshtein's distance: how many letters must be inserted, removed or changed. */
function distanceOf(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const changed = row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(row[j]! + 1, next[j - 1]! + 1, changed));
    }
    row = next;
  }
  return row[b.length]!;
}
