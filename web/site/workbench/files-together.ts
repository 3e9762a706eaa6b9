/** Files that are dropped together: the two halves of a cache, vectors before and after, numbers and what they should be. */
import { type FileNumbersOptions, numbersOfTwo, type ToDiagnose } from "posenc/diagnose";
import type { ReadFile } from "posenc/files";

export interface NamedFile {
  readonly name: string;
  readonly read: ReadFile;
}

export interface Together {
  readonly what: string;
  readonly numbers: ToDiagnose;
  /** What the other file says they should be. */
  readonly expected?: string | ToDiagnose;
}

/** The numbers of two files. Throws if there are more, or if neither has numbers. */
export async function together(files: readonly NamedFile[], as: FileNumbersOptions["as"]): Promise<Together> {
  const [first, second] = files;
  if (!first || !second || files.length > 2)
    throw new Error(
      `${files.length} files were dropped; the workbench looks at one, or at two that belong together`,
    );
  const both = [first, second].map(({ name, read }) => ({ name, file: read })) as [Named, Named];
  const { numbers, expected, order } = await numbersOfTwo(both, as === undefined ? {} : { as });
  const [one, other] = order;
  return expected === undefined
    ? { what: `${one.name} and ${other.name}, taken together`, numbers }
    : { what: `${one.name}, expected as in ${other.name}`, numbers, expected };
}

type Named = Parameters<typeof numbersOfTwo>[0][number];

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
