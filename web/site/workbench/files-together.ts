/** Files that are dropped together: the two halves of a cache, vectors before and after, numbers and what they should be. */
import { type FileNumbersOptions, fileNumbers } from "posenc/diagnose";
import type { ReadFile } from "posenc/files";

export interface NamedFile {
  readonly name: string;
  readonly read: ReadFile;
}

type Numbers = Awaited<ReturnType<typeof fileNumbers>>;
type Kind = FileNumbersOptions["as"];

/** Parts of one thing, by words in the names of their files. */
const PARTS = [
  ["cos", "sin"],
  ["before", "after"],
] as const;

export interface Together {
  readonly what: string;
  readonly numbers: Numbers;
  /** What the other file says they should be. */
  readonly expected?: string | Numbers;
}

/** The numbers of two files. Throws if there are more, or if neither has numbers. */
export async function together(files: readonly NamedFile[], as: Kind): Promise<Together> {
  const [first, second] = files;
  if (!first || !second || files.length > 2)
    throw new Error(
      `${files.length} files were dropped; the workbench looks at one, or at two that belong together`,
    );
  const options = as === undefined ? {} : { as };
  for (const [one, other] of PARTS) {
    const a = named(files, one);
    const b = named(
      files.filter((file) => file !== a),
      other,
    ); // "cosines" has "sin" in it
    if (!a || !b) continue;
    const numbers = {
      ...(await fileNumbers(a.read, { as: one })),
      ...(await fileNumbers(b.read, { as: other })),
    };
    return { what: `${a.name} and ${b.name}, taken together`, numbers };
  }
  const [found, wanted] = first.read.kind === "config" ? [second, first] : [first, second];
  const what = `${found.name}, expected as in ${wanted.name}`;
  const numbers = await fileNumbers(found.read, options);
  if (wanted.read.kind === "config") return { what, numbers, expected: wanted.read.text };
  return { what, numbers, expected: await fileNumbers(wanted.read, options) };
}

const named = (files: readonly NamedFile[], word: string): NamedFile | undefined =>
  files.find(({ name }) => name.toLowerCase().includes(word));

/** What two configs say of positions: the sentences that only one of them has. */
export function configsCompared(
  [a, b]: readonly [NamedFile, NamedFile],
  [ofA, ofB]: readonly [readonly string[], readonly string[]],
): { readonly verdict: string; readonly recipe: readonly string[] } {
  const only = (name: string, own: readonly string[], other: readonly string[]) =>
    own.filter((sentence) => !other.includes(sentence)).map((sentence) => `Only ${name}: ${sentence}`);
  const [first, second] =
    a.name === b.name ? [`the first ${a.name}`, `the second ${b.name}`] : [a.name, b.name];
  const differences = [...only(first, ofA, ofB), ...only(second, ofB, ofA)];
  return differences.length === 0
    ? { verdict: `${first} and ${second} say the same of positions.`, recipe: ofA }
    : { verdict: `${first} and ${second} differ in what they say of positions.`, recipe: differences };
}
